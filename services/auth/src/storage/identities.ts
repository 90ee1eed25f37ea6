import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import { violatedConstraint, type Tx } from '@likewell/service-kit/database/database';

/** Gives a member a password to sign in with. */
export async function insertPassword(tx: Tx, memberId: number, passwordHash: string): Promise<void> {
  await tx.query(
    `INSERT INTO identity (provider, subject, member_id, password_hash) VALUES ('password', $1::text, $2, $3)`,
    [String(memberId), memberId, passwordHash],
  );
}

/** The password of a member by username or e-mail, both in their stored form; she may be suspended. */
export async function findPassword(
  tx: Tx,
  usernameOrEmail: string,
): Promise<{ memberId: number; passwordHash: string } | null> {
  const column = usernameOrEmail.includes('@') ? 'email' : 'username';
  const [row] = await tx.query<{ id: string; password_hash: string }[]>(
    `SELECT m.id, i.password_hash FROM member m
     JOIN identity i ON i.provider = 'password' AND i.subject = m.id::text
     WHERE m.${column} = $1 AND m.status <> 'deleted'`,
    [usernameOrEmail],
  );
  return row ? { memberId: idFromInt8(row.id), passwordHash: row.password_hash } : null;
}

/** The hash of a member's password, or null when she has none. */
export async function findPasswordOf(tx: Tx, memberId: number): Promise<string | null> {
  const [row] = await tx.query<{ password_hash: string }[]>(
    `SELECT i.password_hash FROM identity i JOIN member m ON m.id = i.member_id AND m.status = 'active'
     WHERE i.provider = 'password' AND i.subject = $1::text`,
    [String(memberId)],
  );
  return row?.password_hash ?? null;
}

/** Puts a new hash in the place of the old one; false when the old one is no longer there. */
export async function replacePassword(
  tx: Tx,
  memberId: number,
  { oldHash, newHash }: { oldHash: string; newHash: string },
): Promise<boolean> {
  const [, count] = await tx.query<[unknown[], number]>(
    `UPDATE identity SET password_hash = $3 WHERE provider = 'password' AND subject = $1::text AND password_hash = $2`,
    [String(memberId), oldHash, newHash],
  );
  return count > 0;
}

/** True when this is the member's password still; until the transaction ends it cannot change. */
export async function holdPassword(tx: Tx, memberId: number, passwordHash: string): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `SELECT FROM identity WHERE provider = 'password' AND subject = $1::text AND password_hash = $2 FOR SHARE`,
    [String(memberId), passwordHash],
  );
  return rows.length > 0;
}

/** What somebody proves herself with at another place: an account at Google, or a wallet's address. */
export interface OutsideIdentity {
  readonly provider: 'google' | 'wallet';
  readonly subject: string;
}

/** Whose identity this is; null when nobody has signed in with it. */
export async function findOwner(tx: Tx, { provider, subject }: OutsideIdentity): Promise<number | null> {
  const [row] = await tx.query<{ member_id: string }[]>(
    `SELECT member_id FROM identity WHERE provider = $1 AND subject = $2`,
    [provider, subject],
  );
  return row ? idFromInt8(row.member_id) : null;
}

/** Lets a member sign in with it. @throws as {@link isIdentityTaken} tells */
export async function insertIdentity(
  tx: Tx,
  memberId: number,
  { provider, subject }: OutsideIdentity,
): Promise<void> {
  await tx.query(`INSERT INTO identity (provider, subject, member_id) VALUES ($1, $2, $3)`, [
    provider,
    subject,
    memberId,
  ]);
}

/** True when another transaction has just given somebody the same identity. */
export const isIdentityTaken = (error: unknown): boolean => violatedConstraint(error) === 'identity_pkey';
