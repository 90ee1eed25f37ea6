import type { Tx } from '@likewell/service-kit/database/database';

/** Of the owed bonuses so many are counted; more are as bad. */
const MAX_COUNTED = 100_000;

/** What an operator watches of the ledger. */
export interface House {
  /** The balances of the accounts that are no member's, in nano-LIKE. */
  readonly accounts: Readonly<Record<string, bigint>>;
  readonly epoch: number;
  readonly lastCloseAt: Date;
  readonly bonusesOwed: number;
}

/** The house's accounts, the state of the epochs, and how many bonuses are owed. */
export async function findHouse(tx: Tx): Promise<House> {
  const accounts = await tx.query<{ kind: string; balance: string }[]>(
    'SELECT kind, balance FROM account WHERE id < 1000',
  );
  const [state] = await tx.query<{ epoch: number; last_close_at: Date; owed: number }[]>(
    `SELECT epoch, last_close_at,
       (SELECT count(*)::integer FROM (SELECT FROM owed_bonus LIMIT ${MAX_COUNTED}) counted) AS owed
     FROM holders_state`,
  );
  if (!state) throw new Error('the ledger has no state of its epochs');
  return {
    accounts: Object.fromEntries(accounts.map(({ kind, balance }) => [kind, BigInt(balance)])),
    epoch: state.epoch,
    lastCloseAt: state.last_close_at,
    bonusesOwed: state.owed,
  };
}
