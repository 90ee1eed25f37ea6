import type { Tx } from '@likewell/service-kit/database/database';

const MAX_WALLETS = 20;

/** Links a wallet to a member, unless it is linked already or they have as many as one may have. */
export async function insertLink(tx: Tx, memberId: number, address: string): Promise<void> {
  await tx.query(
    `INSERT INTO wallet (address, member_id)
     SELECT $1, $2 WHERE (SELECT count(*) FROM wallet WHERE member_id = $2) < ${MAX_WALLETS}
     ON CONFLICT DO NOTHING`,
    [address, memberId],
  );
}
