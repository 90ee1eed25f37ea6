import type pg from 'pg';

/** The member's address is theirs, as if they had opened the link of the mail: from now on they are told by mail. */
export async function verifyAddress(owner: pg.Pool, memberId: number): Promise<void> {
  await owner.query('UPDATE member SET email_verified_at = now() WHERE id = $1', [memberId]);
}
