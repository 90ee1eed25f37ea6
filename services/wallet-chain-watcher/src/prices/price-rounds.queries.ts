import type { Tx } from '@likewell/service-kit/database/database';
import { returnsRow } from '@likewell/service-kit/database/query-rows';

/** The two kinds of requests that are made in rounds. */
export type PriceRound = 'price' | 'history';

/** How long a request is put off: as it is taken, and at the longest. */
export interface RoundPauses {
  readonly pauseMs: number;
  readonly longestMs?: number;
}

/**
 * Takes the next request to a source: returns true for one caller among all replicas, and for nobody again
 * within `pauseMs`. If that caller dies, only this request is lost. One that is put off for a minute longer than
 * `longestMs` was so while the clock of Postgres was wrong, and is taken at once.
 */
export function takeRound(
  tx: Tx,
  mint: string,
  source: PriceRound,
  { pauseMs, longestMs = pauseMs }: RoundPauses,
): Promise<boolean> {
  return returnsRow(
    tx,
    `WITH taken AS (
       INSERT INTO price_round AS round (mint, source, due_at)
       VALUES ($1, $2, now() + $3 * interval '1 millisecond')
       ON CONFLICT (mint, source) DO UPDATE SET due_at = EXCLUDED.due_at
         WHERE round.due_at NOT BETWEEN now() AND now() + $4 * interval '1 millisecond' + interval '1 minute'
       RETURNING 1)
     SELECT FROM taken`,
    [mint, source, pauseMs, longestMs],
  );
}

/** Postpones the next request. */
export async function putOffRound(tx: Tx, mint: string, source: PriceRound, pauseMs: number): Promise<void> {
  await tx.query(
    `UPDATE price_round SET due_at = now() + $3 * interval '1 millisecond' WHERE mint = $1 AND source = $2`,
    [mint, source, pauseMs],
  );
}
