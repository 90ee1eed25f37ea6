import { formatLike } from '@likewell/contracts/core/money';
import { UserFacingError, readCliArguments } from '@likewell/service-kit/process/cli-arguments';
import type { Database } from '@likewell/service-kit/database/database';
import { z } from 'zod';
import type { WatcherConfig } from '../config.js';
import type { OwnAccount } from '../own-accounts/own-accounts.js';
import {
  declareCold,
  findColdAccounts,
  removeCold,
  undeclareCold,
} from '../own-accounts/cold-accounts.queries.js';
import { changeList } from '../own-accounts/list-version.js';
import { acceptSurplus } from './accept-surplus.js';
import { accountOfWallet, addressArgument, named } from './account-arguments.js';
import { heldNano } from './held-nano.js';
import type { AccountCommand } from './run-account-command.js';

const words = z.strictObject({
  do: z.enum(
    ['list', 'declare', 'accept', 'remove', 'undeclare'],
    'Say what to do: do=list, do=declare, do=accept, do=remove, do=undeclare',
  ),
  wallet: addressArgument,
  opening: z.enum(['all', 'none'], 'opening is all or none').optional(),
  amount: z.string().optional(),
});

/** `make cold-storage`: the wallets where we keep LIKE that was deposited. @throws UserFacingError */
export const coldStorage: AccountCommand = async (database, given, config) => {
  const { do: action, wallet, opening, amount } = readCliArguments(words, given);
  if (action === 'list') return list(database);
  const owner = named(wallet, 'Say whose account: wallet=…');
  const own = await accountOfWallet(database.read, config.LIKE_MINT, owner);
  if (action === 'declare') return declare(database, own, opening, config);
  if (action === 'accept') return acceptSurplus(database, own, amount, config);
  return action === 'remove' ? remove(database, own) : undeclare(database, own);
};

type Opening = z.output<typeof words>['opening'];

/** Declares an account as cold storage. */
async function declare(
  database: Database,
  own: OwnAccount,
  opening: Opening,
  config: WatcherConfig,
): Promise<string> {
  const openingNano = await openingOf(database, own, opening, config);
  const outcome = await changeList(database, (tx) => declareCold(tx, own, openingNano));
  if (outcome === 'receiving')
    throw new UserFacingError(`Deposits come to ${own.account}: it cannot be cold storage.`);
  if (outcome === 'known') throw new UserFacingError(`${own.owner} is declared already.`);
  return `${own.account} of ${own.owner} is cold storage. ${formatLike(openingNano)} LIKE in it are none of the deposits.`;
}

/**
 * Returns what of an account's LIKE is none of the deposits: all that it holds now (`all`), or nothing, since it
 * came from our receiving accounts (`none`). If nothing is said it is as much as before for an account that is
 * declared again, otherwise all.
 */
async function openingOf(
  database: Database,
  own: OwnAccount,
  opening: Opening,
  config: WatcherConfig,
): Promise<bigint> {
  if (opening === 'none') return 0n;
  const before = (await findColdAccounts(database.read)).find(({ account }) => account === own.account);
  if (before && opening === undefined) return before.openingNano;
  return heldNano(new Map([[own.account, own.owner]]), config);
}

async function remove(database: Database, { account, owner }: OwnAccount): Promise<string> {
  if (!(await changeList(database, (tx) => removeCold(tx, account))))
    throw new UserFacingError(`${owner} is no cold storage.`);
  return `${owner} is no cold storage any more: what it holds covers no deposit, and what it sends us is still none.`;
}

/** Takes back a declaration that was a mistake: the wallet never kept LIKE of ours. */
async function undeclare(database: Database, { account, owner }: OwnAccount): Promise<string> {
  if (!(await changeList(database, (tx) => undeclareCold(tx, account))))
    throw new UserFacingError(`${owner} was never declared.`);
  return `${owner} is no wallet of ours: what it has sent us is judged again, as anybody's deposit.`;
}

async function list(database: Database): Promise<string> {
  const accounts = await findColdAccounts(database.read);
  if (accounts.length === 0) return 'No cold storage is declared.';
  return accounts
    .map(({ account, owner, openingNano, declaredAt, removedAt }) => {
      const opening = `${formatLike(openingNano)} LIKE of it none of the deposits`;
      const state = removedAt ? `removed ${removedAt.toISOString()}` : opening;
      return `${account}  wallet ${owner}  since ${declaredAt.toISOString()}  ${state}`;
    })
    .join('\n');
}
