import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { Identity } from '../identities/identity.entity.js';

const passwordRow = z.object({ memberId: int8Id, passwordHash: z.string() });
/** Whose password it is, and its hash. */
export type Password = z.output<typeof passwordRow>;

/** Gives a member a password to sign in with. */
export async function insertPassword(tx: Tx, memberId: number, passwordHash: string): Promise<void> {
  await tx.insert(Identity, { ...passwordOf(memberId), memberId, passwordHash });
}

/** The password of a member by username or e-mail, both in their stored form; they may be suspended. */
export async function findPassword(tx: Tx, usernameOrEmail: string): Promise<Password | null> {
  const column = usernameOrEmail.includes('@') ? 'email' : 'username';
  return queryRow(
    tx,
    passwordRow,
    `SELECT m.id AS "memberId", i.password_hash AS "passwordHash" FROM member m
     JOIN identity i ON i.provider = 'password' AND i.subject = m.id::text
     WHERE m.${column} = $1 AND m.status <> 'deleted'`,
    [usernameOrEmail],
  );
}

/** The hash of an active member's password, or null when they have none. */
export async function findPasswordOf(tx: Tx, memberId: number): Promise<string | null> {
  const row = await queryRow(
    tx,
    passwordRow.pick({ passwordHash: true }),
    `SELECT i.password_hash AS "passwordHash" FROM identity i
     JOIN member m ON m.id = i.member_id AND m.status = 'active'
     WHERE i.provider = 'password' AND i.subject = $1::text`,
    [String(memberId)],
  );
  return row?.passwordHash ?? null;
}

/** Puts a new hash in the place of the old one; false when the old one is no longer there. */
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

/** True when this is the member's password still; until the transaction ends it cannot change. */
export async function lockPassword(tx: Tx, memberId: number, passwordHash: string): Promise<boolean> {
  const row = await queryRow(
    tx,
    z.object({}),
    `SELECT FROM identity WHERE provider = 'password' AND subject = $1::text AND password_hash = $2 FOR SHARE`,
    [String(memberId), passwordHash],
  );
  return row !== null;
}

const passwordOf = (memberId: number) => ({ provider: 'password', subject: String(memberId) }) as const;
