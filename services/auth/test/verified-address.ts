import type pg from 'pg';

/** Verifies a member's address, as if they had opened the link in the mail; from then on they get mails. */
export async function verifyAddress(owner: pg.Pool, memberId: number): Promise<void> {
  await owner.query('UPDATE member SET email_verified_at = now() WHERE id = $1', [memberId]);
}
