import { int8Id, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';

const changeRow = z.object({
  memberId: int8Id,
  newEmail: z.string(),
  newIsConfirmed: z.boolean(),
  oldIsConfirmed: z.boolean(),
  expiresAt: isoTime,
});
/** A change of address that is under way. */
export type AddressChange = z.output<typeof changeRow>;

/** Saves a member's change, replacing one that is under way. It may be confirmed for a day. */
export async function saveChange(
  tx: Tx,
  memberId: number,
  newEmail: string,
  needsOld: boolean,
): Promise<void> {
  await tx.query(
    `INSERT INTO email_change (member_id, new_email, old_is_confirmed, expires_at)
     VALUES ($1, $2, NOT $3, now() + interval '1 day')
     ON CONFLICT (member_id) DO UPDATE SET new_email = excluded.new_email, new_is_confirmed = false,
       old_is_confirmed = excluded.old_is_confirmed, requested_at = now(), expires_at = excluded.expires_at`,
    [memberId, newEmail, needsOld],
  );
}

/** Returns a member's change that may still be confirmed. */
export function findChange(tx: Tx, memberId: number): Promise<AddressChange | null> {
  return queryRow(
    tx,
    changeRow,
    `SELECT member_id AS "memberId", new_email AS "newEmail", new_is_confirmed AS "newIsConfirmed",
       old_is_confirmed AS "oldIsConfirmed", expires_at AS "expiresAt"
     FROM email_change WHERE member_id = $1 AND expires_at > now()`,
    [memberId],
  );
}

/** Records that one end of a locked member's change has confirmed it. */
export async function confirmEnd(tx: Tx, memberId: number, end: 'new' | 'old'): Promise<void> {
  await tx.query(`UPDATE email_change SET ${end}_is_confirmed = true WHERE member_id = $1`, [memberId]);
}

/** Ends a member's change; its links become void. */
export async function deleteChange(tx: Tx, memberId: number): Promise<void> {
  await tx.query('DELETE FROM email_change WHERE member_id = $1', [memberId]);
}

export const deleteExpiredChanges = oldRows('email_change', 'expires_at < now()');
