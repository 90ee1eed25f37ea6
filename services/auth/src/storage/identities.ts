import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import type { Tx } from '@likewell/service-kit/database/database';

/** Gives a member a password to sign in with. */
export async function insertPassword(tx: Tx, memberId: number, passwordHash: string): Promise<void> {
  await tx.query(
    `INSERT INTO identity (provider, subject, member_id, password_hash) VALUES ('password', $1::text, $2, $3)`,
    [String(memberId), memberId, passwordHash],
  );
}

/** The password of an active member by username or e-mail, both in their stored form. */
export async function findPassword(
  tx: Tx,
  usernameOrEmail: string,
): Promise<{ memberId: number; passwordHash: string } | null> {
  const column = usernameOrEmail.includes('@') ? 'email' : 'username';
  const [row] = await tx.query<{ id: string; password_hash: string }[]>(
    `SELECT m.id, i.password_hash FROM member m
     JOIN identity i ON i.provider = 'password' AND i.subject = m.id::text
     WHERE m.${column} = $1 AND m.status = 'active'`,
    [usernameOrEmail],
  );
  return row ? { memberId: idFromInt8(row.id), passwordHash: row.password_hash } : null;
}
