import type { Tx } from '@likewell/service-kit/database/database';

/** Opens a member's account with its bonus, once. Answers the balance in nano-LIKE. */
export async function openAccount(tx: Tx, memberId: number, referrerId: number | null): Promise<bigint> {
  const [row] = await tx.query<{ balance: string }[]>('SELECT open_account($1, $2) AS balance', [
    memberId,
    referrerId,
  ]);
  return BigInt(row?.balance ?? 0);
}

/** A member's balance in nano-LIKE with all that epochs have added; 0 without an account. */
export async function findBalance(tx: Tx, memberId: number): Promise<bigint> {
  const [row] = await tx.query<{ balance: string }[]>(
    `SELECT balance_now(balance, epoch) AS balance FROM account WHERE id = $1 AND kind = 'member'`,
    [memberId],
  );
  return BigInt(row?.balance ?? 0);
}

/** Pays bonuses that are owed, as far as the treasury reaches. Answers how many. */
export async function payOwedBonuses(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ paid: number }[]>(
    'SELECT pay_owed_bonuses(ARRAY(SELECT member_id FROM owed_bonus ORDER BY member_id LIMIT 1000)) AS paid',
  );
  return row?.paid ?? 0;
}
