import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** The two kinds of requests that are made in rounds. */
export type PriceRound = 'price' | 'history';

/**
 * Takes the next request to a source: returns true for one caller among all replicas, and for nobody again
 * within `pauseMs`. If that caller dies, only this request is lost.
 */
export async function takeRound(tx: Tx, mint: string, source: PriceRound, pauseMs: number): Promise<boolean> {
  const taken = await queryRows(
    tx,
    z.unknown(),
    `WITH taken AS (
       INSERT INTO price_round AS round (mint, source, due_at)
       VALUES ($1, $2, now() + $3 * interval '1 millisecond')
       ON CONFLICT (mint, source) DO UPDATE SET due_at = EXCLUDED.due_at WHERE round.due_at <= now()
       RETURNING 1)
     SELECT FROM taken`,
    [mint, source, pauseMs],
  );
  return taken.length > 0;
}

/** Postpones the next request. */
export async function putOffRound(tx: Tx, mint: string, source: PriceRound, pauseMs: number): Promise<void> {
  await tx.query(
    `UPDATE price_round SET due_at = now() + $3 * interval '1 millisecond' WHERE mint = $1 AND source = $2`,
    [mint, source, pauseMs],
  );
}
