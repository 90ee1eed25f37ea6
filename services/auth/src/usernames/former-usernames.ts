import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';
import { countUse } from '../networks/use-counts.js';

/** Condition of a reservation: for 90 days a former name leads to its member and is reserved for them. */
export const IS_RESERVED = `given_up_at > now() - interval '90 days'`;

/** Limits the changes, because each reserves a name for 90 days: nobody may collect names. */
const CHANGES = { points: 5, windowMs: 86_400_000 };
/** The most names that are reserved for one member: five a day for 90 days would be 450. */
const MAX_RESERVED = 10;

const keptRow = z.object({ kept: z.int(), secondsLeft: z.int() });

/**
 * Counts a change of a member's name, also one back to a former name; the count of a failed change is undone
 * with the transaction.
 * @throws AppError USERNAME_CHANGED_TOO_OFTEN with `retryAfterSeconds` among its details after five within a
 *   day
 */
export async function countUsernameChange(tx: Tx, memberId: number): Promise<void> {
  const waitMs = await countUse(tx, `username:${memberId}`, CHANGES);
  if (waitMs > 0) throw changedTooOften(Math.ceil(waitMs / 1000));
}

const changedTooOften = (retryAfterSeconds: number) =>
  new AppError(authErrors.USERNAME_CHANGED_TOO_OFTEN, { details: { retryAfterSeconds } });

/**
 * Rejects a change while ten names are reserved for a locked member, besides the two that it concerns: so they
 * can always take a former one back.
 * @throws AppError USERNAME_CHANGED_TOO_OFTEN with the time until the oldest is free
 */
export async function assertFewReserved(
  tx: Tx,
  memberId: number,
  concerned: readonly string[],
): Promise<void> {
  const row = await queryRow(
    tx,
    keptRow,
    `SELECT count(*)::integer AS kept,
       coalesce(ceil(extract(epoch FROM min(given_up_at) + interval '90 days' - now())), 0)::integer AS "secondsLeft"
     FROM former_username WHERE member_id = $1 AND username <> ALL ($2) AND ${IS_RESERVED}`,
    [memberId, concerned],
  );
  if (row && row.kept >= MAX_RESERVED) throw changedTooOften(row.secondsLeft);
}

/** Reserves a name for the member who gives it up, replacing the reservation of an earlier owner. */
export async function giveUpUsername(tx: Tx, username: string, memberId: number): Promise<void> {
  await tx.query(
    `INSERT INTO former_username (username, member_id) VALUES ($1, $2)
     ON CONFLICT (username) DO UPDATE SET member_id = excluded.member_id, given_up_at = now()`,
    [username, memberId],
  );
}

/**
 * Rejects a name that somebody else than this member recently gave up. Must be called after the name was
 * written: since two members cannot have one name, a concurrent transaction that gives it up has then
 * committed.
 * @param memberId null for a person without an account yet
 * @throws AppError USERNAME_RESERVED
 */
export async function assertNotReserved(tx: Tx, username: string, memberId: number | null): Promise<void> {
  const sql = `SELECT FROM former_username WHERE username = $1 AND ${IS_RESERVED} AND member_id IS DISTINCT FROM $2`;
  if (await returnsRow(tx, sql, [username, memberId])) throw new AppError(authErrors.USERNAME_RESERVED);
}

/** Returns the member who gave up this name, as long as it is reserved for them. */
export function findFormerOwner(tx: Tx, username: string): Promise<number | null> {
  return queryValue(
    tx,
    int8Id,
    `SELECT member_id AS "memberId" FROM former_username WHERE username = $1 AND ${IS_RESERVED}`,
    [username],
  );
}

export const deleteReleasedUsernames = oldRows('former_username', `NOT (${IS_RESERVED})`);
