import { int8Id, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows, queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';
import { hashToken } from '../sessions/session-token.js';

/** What a challenge is for, and the member whose passkey has to answer it; null for any member. */
export interface Asked {
  readonly purpose: 'add' | 'sign-in' | 'second-factor' | 'confirm';
  readonly memberId: number | null;
}

const passkeyRow = z.object({
  id: int8Id,
  memberId: int8Id,
  credentialId: z.string(),
  publicKey: z.instanceof(Buffer),
  counter: int8Id.or(z.literal('0').transform(() => 0)),
  transports: z.array(z.string()),
  name: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});
export type Passkey = z.output<typeof passkeyRow>;

const COLUMNS = `id, member_id AS "memberId", credential_id AS "credentialId", public_key AS "publicKey", counter, transports, name,
  created_at AS "createdAt", last_used_at AS "lastUsedAt"`;
const CHALLENGE_IS_ALIVE = `created_at > now() - interval '5 minutes'`;

/** Returns a member's passkeys, oldest first. */
export function findPasskeysOf(tx: Tx, memberId: number): Promise<Passkey[]> {
  const sql = `SELECT ${COLUMNS} FROM passkey WHERE member_id = $1 ORDER BY id`;
  return queryRows(tx, passkeyRow, sql, [memberId]);
}

/** Returns a passkey by the id that its authenticator gave it. */
export function findPasskey(tx: Tx, credentialId: string): Promise<Passkey | null> {
  return queryRow(tx, passkeyRow, `SELECT ${COLUMNS} FROM passkey WHERE credential_id = $1`, [credentialId]);
}

/** Inserts a passkey; returns false if somebody already has it. */
export function insertPasskey(
  tx: Tx,
  key: Omit<Passkey, 'id' | 'createdAt' | 'lastUsedAt' | 'publicKey'> & { publicKey: Uint8Array },
): Promise<boolean> {
  return returnsRow(
    tx,
    `INSERT INTO passkey (member_id, credential_id, public_key, counter, transports, name)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING 1`,
    [key.memberId, key.credentialId, Buffer.from(key.publicKey), key.counter, key.transports, key.name],
  );
}

/** Deletes one of a member's passkeys; returns false if they have none with that id. */
export function deletePasskey(tx: Tx, memberId: number, id: number): Promise<boolean> {
  const sql = 'DELETE FROM passkey WHERE member_id = $1 AND id = $2 RETURNING 1';
  return returnsRow(tx, sql, [memberId, id]);
}

/**
 * Records that a passkey was used, and the authenticator's counter. Returns false if the counter did not
 * grow, which indicates a copy. Some authenticators have no counter: theirs is always 0.
 */
export function recordPasskeyUse(tx: Tx, id: number, counter: number): Promise<boolean> {
  return returnsRow(
    tx,
    `UPDATE passkey SET counter = $2, last_used_at = now()
     WHERE id = $1 AND (counter < $2 OR counter = 0 AND $2 = 0) RETURNING 1`,
    [id, counter],
  );
}

/** Stores an issued challenge, as a hash. */
export async function insertChallenge(
  tx: Tx,
  challenge: string,
  { purpose, memberId }: Asked,
): Promise<void> {
  await tx.query(
    `INSERT INTO passkey_challenge (challenge_hash, purpose, member_id) VALUES (decode($1, 'hex'), $2, $3)`,
    [hashToken(challenge), purpose, memberId],
  );
}

/**
 * Takes and deletes a challenge, so that it works once; returns false if it is unknown, used, expired, or has
 * another purpose.
 */
export async function takeChallenge(
  tx: Tx,
  challenge: string,
  { purpose, memberId }: Asked,
): Promise<boolean> {
  const isRight = await queryValue(
    tx,
    z.boolean(),
    `DELETE FROM passkey_challenge WHERE challenge_hash = decode($1, 'hex')
     RETURNING purpose = $2 AND member_id IS NOT DISTINCT FROM $3::bigint AND ${CHALLENGE_IS_ALIVE} AS "isRight"`,
    [hashToken(challenge), purpose, memberId],
  );
  return isRight ?? false;
}

export const deleteOldChallenges = oldRows('passkey_challenge', `NOT (${CHALLENGE_IS_ALIVE})`);
