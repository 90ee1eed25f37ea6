import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const totpRow = z.object({ secret: z.instanceof(Buffer), isConfirmed: z.boolean() });

/** A member's secret, sealed, and whether it counts. */
export async function findTotp(tx: Tx, memberId: number) {
  const sql = 'SELECT secret, confirmed_at IS NOT NULL AS "isConfirmed" FROM totp WHERE member_id = $1';
  return queryRow(tx, totpRow, sql, [memberId]);
}

/** Keeps a sealed secret that does not count yet; false where one does. */
export async function beginTotp(tx: Tx, memberId: number, secret: Buffer): Promise<boolean> {
  const row = await queryRow(
    tx,
    z.object({}),
    `INSERT INTO totp AS t (member_id, secret) VALUES ($1, $2)
     ON CONFLICT (member_id) DO UPDATE SET secret = excluded.secret, last_step = 0, created_at = now()
     WHERE t.confirmed_at IS NULL RETURNING 1`,
    [memberId, secret],
  );
  return row !== null;
}

/** Uses up the code of a step; false where it, or one after it, was used already. */
export async function useStep(tx: Tx, memberId: number, step: number): Promise<boolean> {
  const row = await queryRow(
    tx,
    z.object({}),
    `WITH used AS (UPDATE totp SET last_step = $2, confirmed_at = coalesce(confirmed_at, now())
       WHERE member_id = $1 AND last_step < $2 RETURNING 1) SELECT FROM used`,
    [memberId, step],
  );
  return row !== null;
}

/** Forgets a member's secret; false where there is none that counts. */
export async function deleteTotp(tx: Tx, memberId: number): Promise<boolean> {
  const row = await queryRow(
    tx,
    z.object({ wasConfirmed: z.boolean() }),
    `WITH gone AS (DELETE FROM totp WHERE member_id = $1 RETURNING confirmed_at IS NOT NULL AS was_confirmed)
     SELECT was_confirmed AS "wasConfirmed" FROM gone`,
    [memberId],
  );
  return row?.wasConfirmed ?? false;
}
