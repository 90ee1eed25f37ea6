import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const requestRow = z.object({ name: z.string(), network: z.string().nullable(), isFresh: z.boolean() });
/** Somebody who forgot a password: what they typed, and the keyed hash of where they did. */
export type ResetRequest = z.output<typeof requestRow>;

const recipientRow = z.object({ memberId: int8Id, email: z.string() });

/** Keeps a request to be carried out. */
export async function insertRequest(tx: Tx, name: string, network: string | null): Promise<void> {
  await tx.query('INSERT INTO password_reset_request (name, network) VALUES ($1, $2)', [name, network]);
}

/** Takes the oldest request that nobody else carries out; one that failed for ten minutes is not fresh. */
export function takeRequest(tx: Tx): Promise<ResetRequest | null> {
  return queryRow(
    tx,
    requestRow,
    `WITH taken AS (
       DELETE FROM password_reset_request
       WHERE id = (SELECT id FROM password_reset_request ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING name, network, requested_at)
     SELECT name, network, requested_at > now() - interval '10 minutes' AS "isFresh" FROM taken`,
  );
}

/** The active member of this username or address, if they have verified an address. */
export function findRecipient(
  tx: Tx,
  name: string,
): Promise<{ readonly memberId: number; readonly email: string } | null> {
  const column = name.includes('@') ? 'email' : 'username';
  return queryRow(
    tx,
    recipientRow,
    `SELECT id AS "memberId", email FROM member
     WHERE ${column} = $1 AND email_verified_at IS NOT NULL AND status = 'active'`,
    [name],
  );
}

/** Sets a member's password, who may have had none. */
export async function savePassword(tx: Tx, memberId: number, passwordHash: string): Promise<void> {
  await tx.query(
    `INSERT INTO identity (provider, subject, member_id, password_hash) VALUES ('password', $1::text, $2, $3)
     ON CONFLICT (provider, subject) DO UPDATE SET password_hash = excluded.password_hash`,
    [String(memberId), memberId, passwordHash],
  );
}
