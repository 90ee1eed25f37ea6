import type pg from 'pg';

/** Gives a member of auth a second factor that is never used, so that they may have a role. */
export async function giveSecondFactor(owner: Pick<pg.Pool, 'query'>, memberId: number): Promise<void> {
  await owner.query(
    `INSERT INTO passkey (member_id, credential_id, public_key, counter, transports, name)
     VALUES ($1::bigint, 'passkey-of-' || $1::bigint, '', 0, '{}', 'of a test') ON CONFLICT DO NOTHING`,
    [memberId],
  );
}
