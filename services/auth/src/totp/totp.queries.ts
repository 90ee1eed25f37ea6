import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Time for the first code: who began a set-up and left may not finish it in another session later. */
const SETUP_HOLDS_FOR = "interval '15 minutes'";

const totpRow = z.object({ secret: z.instanceof(Buffer), isConfirmed: z.boolean(), now: z.date() });
/** A sealed secret, and the time by Postgres' clock at which it was read. */
export type Totp = z.output<typeof totpRow>;

/** Returns a member's secret, if it is confirmed or was begun just now, and which of the two. */
export async function findTotp(tx: Tx, memberId: number): Promise<Totp | null> {
  return queryRow(
    tx,
    totpRow,
    `SELECT secret, confirmed_at IS NOT NULL AS "isConfirmed", clock_timestamp() AS now FROM totp
     WHERE member_id = $1 AND (confirmed_at IS NOT NULL OR created_at > now() - ${SETUP_HOLDS_FOR})`,
    [memberId],
  );
}

/**
 * Stores a sealed secret that is not confirmed yet; returns false if a confirmed one exists, or if the member
 * is being deleted.
 */
export function beginTotp(tx: Tx, memberId: number, secret: Buffer): Promise<boolean> {
  return returnsRow(
    tx,
    `INSERT INTO totp AS t (member_id, secret)
     SELECT id, $2::bytea FROM member WHERE id = $1 AND status = 'active' FOR SHARE
     ON CONFLICT (member_id) DO UPDATE SET secret = excluded.secret, last_step = 0, created_at = now()
     WHERE t.confirmed_at IS NULL RETURNING 1`,
    [memberId, secret],
  );
}

/**
 * Uses up the code of a step, and stores the newly sealed secret; returns false if this code or a later one
 * was already used.
 */
export function spendStep(tx: Tx, memberId: number, step: number, secret: Buffer): Promise<boolean> {
  return returnsRow(
    tx,
    `UPDATE totp SET last_step = $2, secret = $3, confirmed_at = coalesce(confirmed_at, now())
     WHERE member_id = $1 AND last_step < $2 RETURNING 1`,
    [memberId, step, secret],
  );
}

/** Deletes a member's secret; returns false if no confirmed one exists. */
export async function deleteTotp(tx: Tx, memberId: number): Promise<boolean> {
  const wasConfirmed = await queryValue(
    tx,
    z.boolean(),
    `DELETE FROM totp WHERE member_id = $1 RETURNING confirmed_at IS NOT NULL AS "wasConfirmed"`,
    [memberId],
  );
  return wasConfirmed ?? false;
}
