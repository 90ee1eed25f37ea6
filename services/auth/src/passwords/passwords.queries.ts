import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows, queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { Identity } from '../identities/identity.entity.js';

const passwordRow = z.object({ memberId: int8Id, passwordHash: z.string() });
const holderRow = passwordRow.extend({ passwordHash: z.string().nullable(), isVerified: z.boolean() });
/** A member's password hash, and how the member was found. */
export interface Password extends z.output<typeof passwordRow> {
  /** True if the name that found it belongs to one member: a username, or an address that they have verified. */
  readonly isTheirsAlone: boolean;
}

/** Gives a member a password to sign in with. */
export async function insertPassword(tx: Tx, memberId: number, passwordHash: string): Promise<void> {
  await tx.insert(Identity, { ...passwordOf(memberId), memberId, passwordHash });
}

/** Number of members who may sign in by the same unverified address; the others need their username. */
export const MAX_HOLDERS = 3;

/**
 * Returns the passwords of the members whom a username or e-mail, both in their stored form, may mean; they
 * may be suspended. A verified address means its owner, an unverified one those who have had it for longest.
 */
export async function findPasswords(tx: Tx, usernameOrEmail: string): Promise<Password[]> {
  const column = usernameOrEmail.includes('@') ? 'email' : 'username';
  const holders = await queryRows(
    tx,
    holderRow,
    `SELECT m.id AS "memberId", i.password_hash AS "passwordHash", m.email_verified_at IS NOT NULL AS "isVerified"
     FROM member m LEFT JOIN identity i ON i.provider = 'password' AND i.subject = m.id::text
     WHERE m.${column} = $1 AND m.status <> 'deleted' AND (i.password_hash IS NOT NULL OR m.email_verified_at IS NOT NULL)
     ORDER BY m.email_verified_at IS NULL, m.id LIMIT $2`,
    [usernameOrEmail, MAX_HOLDERS],
  );
  const meant = holders[0]?.isVerified ? holders.slice(0, 1) : holders;
  return meant.flatMap(({ memberId, passwordHash, isVerified }) =>
    passwordHash === null
      ? []
      : [{ memberId, passwordHash, isTheirsAlone: column === 'username' || isVerified }],
  );
}

/** Returns the hash of an active member's password, or null if they have none. */
export function findPasswordOf(tx: Tx, memberId: number): Promise<string | null> {
  return queryValue(
    tx,
    z.string(),
    `SELECT i.password_hash AS "passwordHash" FROM identity i
     JOIN member m ON m.id = i.member_id AND m.status = 'active'
     WHERE i.provider = 'password' AND i.subject = $1::text`,
    [String(memberId)],
  );
}

/** Replaces the old hash by a new one; returns false if the old one is no longer there. */
export async function replacePassword(
  tx: Tx,
  memberId: number,
  { oldHash, newHash }: { oldHash: string; newHash: string },
): Promise<boolean> {
  const { affected } = await tx.update(
    Identity,
    { ...passwordOf(memberId), passwordHash: oldHash },
    { passwordHash: newHash },
  );
  return affected === 1;
}

/** Tells whether this is still the member's password, and locks it until the transaction ends. */
export function lockPassword(tx: Tx, memberId: number, passwordHash: string): Promise<boolean> {
  return returnsRow(
    tx,
    `SELECT FROM identity WHERE provider = 'password' AND subject = $1::text AND password_hash = $2 FOR SHARE`,
    [String(memberId), passwordHash],
  );
}

const passwordOf = (memberId: number) => ({ provider: 'password', subject: String(memberId) }) as const;
