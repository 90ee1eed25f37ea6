import { formatLike, NANO_PER_BASE_UNIT } from '@likewell/contracts/core/money';
import { UserFacingError, readCliArguments } from '@likewell/service-kit/process/cli-arguments';
import type { Database } from '@likewell/service-kit/database/database';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { z } from 'zod';
import type { WatcherConfig } from '../config.js';
import type { OwnAccount } from '../own-accounts/own-accounts.js';
import { Chain } from '../solana/chain.js';
import { SolanaMetrics } from '../solana/solana-metrics.js';
import { declareCold, findColdAccounts, removeCold } from '../own-accounts/cold-accounts.queries.js';
import { lockList } from '../own-accounts/list-version.js';
import { accountOfWallet, addressArgument, named } from './account-arguments.js';
import type { AccountCommand } from './run-account-command.js';

const NAME = 'watcher-cold-storage';
const words = z.strictObject({
  do: z.enum(['list', 'declare', 'remove'], 'Say what to do: do=list, do=declare, do=remove'),
  wallet: addressArgument,
  opening: z.enum(['all', 'none'], 'opening is all or none').default('all'),
});

/** `make cold-storage`: the wallets where we keep LIKE that was deposited. @throws UserFacingError */
export const coldStorage: AccountCommand = (database, given, config) => {
  const { do: action, wallet, opening } = readCliArguments(words, given);
  if (action === 'list') return list(database);
  const owner = named(wallet, 'Say whose account: wallet=…');
  return action === 'declare' ? declare(database, owner, opening, config) : remove(database, owner);
};

/**
 * What the account holds now was not booked by us (`opening=all`), or all of it came from our receiving accounts before
 * it was declared (`opening=none`).
 */
async function declare(
  database: Database,
  wallet: string,
  opening: 'all' | 'none',
  config: WatcherConfig,
): Promise<string> {
  const own = await accountOfWallet(database.read, config.LIKE_MINT, wallet);
  const openingNano = opening === 'none' ? 0n : await heldNano(own, config);
  const outcome = await database.transaction(async (tx) => {
    await lockList(tx);
    return declareCold(tx, own, openingNano);
  });
  if (outcome === 'receiving')
    throw new UserFacingError(`Deposits come to ${own.account}: it cannot be cold storage.`);
  if (outcome === 'known') throw new UserFacingError(`${wallet} is declared already.`);
  return `${own.account} of ${wallet} is cold storage. ${formatLike(openingNano)} LIKE in it are none of the deposits.`;
}

async function heldNano({ account, owner }: OwnAccount, config: WatcherConfig): Promise<bigint> {
  const chain = new Chain(config, createLogger(NAME, 'warn'), new SolanaMetrics(new Metrics(NAME)));
  try {
    const accounts = new Map([[account, owner]]);
    const held = await chain.anyOf((endpoint) => chain.tokenBalances(endpoint, accounts, 0));
    return held * NANO_PER_BASE_UNIT;
  } finally {
    chain.onApplicationShutdown();
  }
}

async function remove(database: Database, wallet: string): Promise<string> {
  const removed = await database.transaction(async (tx) => {
    await lockList(tx);
    return removeCold(tx, wallet);
  });
  if (!removed) throw new UserFacingError(`${wallet} is not declared.`);
  return `${wallet} is no cold storage any more: what it sends us is a deposit, and what it holds covers none.`;
}

async function list(database: Database): Promise<string> {
  const accounts = await findColdAccounts(database.read);
  if (accounts.length === 0) return 'No cold storage is declared.';
  return accounts
    .map(({ account, owner, openingNano, declaredAt }) => {
      const opening = `${formatLike(openingNano)} LIKE of it none of the deposits`;
      return `${account}  wallet ${owner}  since ${declaredAt.toISOString()}  ${opening}`;
    })
    .join('\n');
}
