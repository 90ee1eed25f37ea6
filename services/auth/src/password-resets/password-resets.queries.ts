import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const requestRow = z.object({ name: z.string(), network: z.string().nullable(), isFresh: z.boolean() });
/** A request of somebody who forgot a password: what they typed, and the keyed hash of their network. */
export type ResetRequest = z.output<typeof requestRow>;

const recipientRow = z.object({ memberId: int8Id, email: z.string() });

/** Stores a request for later processing. */
export async function insertRequest(tx: Tx, name: string, network: string): Promise<void> {
  await tx.query('INSERT INTO password_reset_request (name, network) VALUES ($1, $2)', [name, network]);
}

/**
 * Takes and deletes the oldest request that nobody else is processing. It is not fresh if it is more than ten
 * minutes old, because it then failed for that long.
 */
export function takeRequest(tx: Tx): Promise<ResetRequest | null> {
  return queryRow(
    tx,
    requestRow,
    `DELETE FROM password_reset_request
     WHERE id = (SELECT id FROM password_reset_request ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING name, network, requested_at > now() - interval '10 minutes' AS "isFresh"`,
  );
}

/**
 * Returns the active member with this username or address, if they have a verified address. They are not deleted until
 * the transaction ends, so that nothing is sent to an address of which nothing may be left.
 */
export function lockRecipient(tx: Tx, name: string) {
  const column = name.includes('@') ? 'email' : 'username';
  return queryRow(
    tx,
    recipientRow,
    `SELECT id AS "memberId", email FROM member
     WHERE ${column} = $1 AND email_verified_at IS NOT NULL AND status = 'active' FOR SHARE`,
    [name],
  );
}

/** Sets the password of a member, who may have had none. */
export async function savePassword(tx: Tx, memberId: number, passwordHash: string): Promise<void> {
  await tx.query(
    `INSERT INTO identity (provider, subject, member_id, password_hash) VALUES ('password', $1::text, $2, $3)
     ON CONFLICT (provider, subject) DO UPDATE SET password_hash = excluded.password_hash`,
    [String(memberId), memberId, passwordHash],
  );
}
