import { UserFacingError, readCliArguments } from '@likewell/service-kit/process/cli-arguments';
import type { Database, Tx } from '@likewell/service-kit/database/database';
import { z } from 'zod';
import { countSeen } from '../deposits/deposits.queries.js';
import { changeList } from '../own-accounts/list-version.js';
import { listReceiving } from '../own-accounts/own-accounts.queries.js';
import {
  closeReceiving,
  findReceivingAccounts,
  makeCurrentAgain,
  reopenReceiving,
} from '../own-accounts/receiving-accounts.queries.js';
import { accountOfWallet, addressArgument, named } from './account-arguments.js';
import type { AccountCommand } from './run-account-command.js';

const words = z.strictObject({
  do: z.enum(['list', 'add', 'current', 'close'], 'Say what to do: do=list, do=add, do=current, do=close'),
  account: addressArgument,
  wallet: addressArgument,
});

/**
 * `make receiving-accounts`: lists the scanned accounts, adds one, makes one current again, or closes one.
 * @throws UserFacingError
 */
export const receivingAccounts: AccountCommand = (database, given, { LIKE_MINT }) => {
  const { do: action, account, wallet } = readCliArguments(words, given);
  if (action === 'list') return list(database);
  return changeList(database, (tx) => {
    if (action === 'current')
      return makeCurrent(tx, named(account, 'Say whose wallet members are told: account=…'));
    if (action === 'close') return close(tx, named(account, 'Say which account to close: account=…'));
    return add(tx, LIKE_MINT, named(wallet, 'Say whose account to scan: wallet=…'));
  });
};

/**
 * Adds an account. A closed one is opened again: its history is read from the beginning, with what arrived
 * while it was closed.
 */
async function add(tx: Tx, mint: string, wallet: string): Promise<string> {
  const account = await accountOfWallet(tx, mint, wallet);
  const rejection = await listReceiving(tx, account);
  if (rejection === 'cold') throw new UserFacingError(`${account.account} is declared as cold storage.`);
  if (rejection === 'another-program')
    throw new UserFacingError(`Accounts of ${mint} are listed under another token program.`);
  if (rejection === 'closed') await reopenReceiving(tx, account.account);
  return `${account.account} of ${wallet} is scanned.`;
}

async function makeCurrent(tx: Tx, account: string): Promise<string> {
  const outcome = await makeCurrentAgain(tx, account);
  if (outcome === 'unknown') throw new UserFacingError(`${account} is no receiving account.`);
  if (outcome === 'closed') throw new UserFacingError(`${account} is closed. Open it first: do=add wallet=…`);
  return `${account} is what members are told from now on. Set RECEIVING_WALLET to its wallet, too.`;
}

/** Closes an account, and says what that may leave out: what is not judged yet is judged by the new list. */
async function close(tx: Tx, account: string): Promise<string> {
  const outcome = await closeReceiving(tx, account);
  if (outcome === 'unknown') throw new UserFacingError(`${account} is no receiving account.`);
  if (outcome === 'current')
    throw new UserFacingError(
      `${account} is what members are told now. Change RECEIVING_WALLET first, or do=current.`,
    );
  const closed = `${account} is closed: it is scanned no more, and what comes to it from now on is not credited.`;
  const unjudged = await countSeen(tx);
  if (unjudged === 0) return closed;
  return `${closed}
Transactions found and not judged yet: ${unjudged}. What one of them sent to this account is not credited, either.
To have it credited, open the account again (do=add wallet=…), and close it when none is left.`;
}

async function list({ read }: Database): Promise<string> {
  const accounts = await findReceivingAccounts(read);
  if (accounts.length === 0) return 'No account is known yet.';
  return accounts
    .map(({ account, owner, addedAt, until, closedAt }) => {
      const state = closedAt
        ? `closed ${iso(closedAt)}`
        : until
          ? `open, current until ${iso(until)}`
          : 'current';
      return `${account}  wallet ${owner}  since ${iso(addedAt)}  ${state}`;
    })
    .join('\n');
}

const iso = (date: Date): string => date.toISOString();
