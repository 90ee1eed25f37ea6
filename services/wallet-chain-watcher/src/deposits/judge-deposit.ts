import { LIKE_DECIMALS, MAX_NANO, NANO_PER_BASE_UNIT } from '@likewell/contracts/core/money';
import type { ChainTransaction, TokenBalance } from '../solana/chain-transaction.js';
import { readDepositCodes } from './deposit-memo.js';
import type { OwnAccounts } from '../own-accounts/own-accounts.js';
import type { LikeToken } from '../solana/like-token.js';

/** The verdict on a finalized chain transaction. */
export interface Verdict {
  readonly slot: number;
  readonly outcome: 'failed' | 'nothing' | 'deposit';
  /** Amount that our receiving accounts gained; 0 unless it is a deposit. */
  readonly amountNano: bigint;
  /** Owners of the token accounts of our mint that lost tokens, in order, without our own wallets. */
  readonly sources: readonly string[];
  /** Deposit codes in its memos, in order. */
  readonly codes: readonly string[];
}

/** Thrown for a response that contradicts itself; nothing is concluded from it. */
export class ContradictoryResponse extends Error {}

/**
 * Judges a finalized chain transaction by one rule: the credit is the amount of our mint that all our
 * receiving accounts together gained, less the amount that the accounts apart lost. Both are computed from
 * the token balances before and after the transaction, whatever the client says. So a transfer between our
 * own accounts is no deposit. The program and the steps of the transfer do not matter.
 * @throws ContradictoryResponse
 */
export function judgeDeposit(response: ChainTransaction, token: LikeToken, own: OwnAccounts): Verdict {
  const { slot, meta } = response;
  const none = { slot, amountNano: 0n, sources: [], codes: [] };
  if (meta.err !== null) return { ...none, outcome: 'failed' };
  const keys = accountKeys(response);
  const before = heldByAccount(meta.preTokenBalances, keys, token);
  const after = heldByAccount(meta.postTokenBalances, keys, token);
  const received = sum(after, own.receiving) - sum(before, own.receiving);
  const apart = sum(after, own.apart) - sum(before, own.apart);
  const gain = received + (apart < 0n ? apart : 0n);
  if (gain <= 0n) return { ...none, outcome: 'nothing' };
  const amountNano = gain * NANO_PER_BASE_UNIT;
  // No book has room for it: Postgres would reject the verdicts on its neighbours with it.
  if (amountNano > MAX_NANO) throw new ContradictoryResponse('more than the whole supply of LIKE came');
  return {
    slot,
    outcome: 'deposit',
    amountNano,
    sources: losers(before, after, own),
    codes: readDepositCodes(response, keys),
  };
}

/**
 * Returns the account keys in the order of their indexes: those of the message, then those of lookup tables,
 * writable ones first.
 */
function accountKeys({ transaction, meta }: ChainTransaction): string[] {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  return [...transaction.message.accountKeys, ...writable, ...readonly];
}

interface Holding {
  readonly owner: string;
  readonly amount: bigint;
}

/** Returns the holding of each token account of our mint under its real program. */
function heldByAccount(
  balances: readonly TokenBalance[],
  keys: readonly string[],
  { mint, program }: LikeToken,
): Map<string, Holding> {
  const held = new Map<string, Holding>();
  for (const { accountIndex, uiTokenAmount, owner, ...balance } of balances) {
    if (balance.mint !== mint || balance.programId !== program) continue;
    const account = keys[accountIndex];
    if (account === undefined || owner === undefined || held.has(account)) {
      throw new ContradictoryResponse('a token balance belongs to no account, to no owner, or to one twice');
    }
    if (uiTokenAmount.decimals !== LIKE_DECIMALS) throw new ContradictoryResponse('LIKE has 6 decimals');
    held.set(account, { owner, amount: BigInt(uiTokenAmount.amount) });
  }
  return held;
}

/** Returns the total that these accounts hold. An account that does not exist, or has another owner, counts as 0. */
function sum(held: ReadonlyMap<string, Holding>, accounts: ReadonlyMap<string, string>): bigint {
  let total = 0n;
  for (const [account, owner] of accounts) {
    const holding = held.get(account);
    if (holding?.owner === owner) total += holding.amount;
  }
  return total;
}

function losers(
  before: ReadonlyMap<string, Holding>,
  after: ReadonlyMap<string, Holding>,
  { receiving, apart }: OwnAccounts,
): string[] {
  const ours = new Set([...receiving.values(), ...apart.values()]);
  const owners = new Set<string>();
  for (const [account, { owner, amount }] of before) {
    if (!ours.has(owner) && (after.get(account)?.amount ?? 0n) < amount) owners.add(owner);
  }
  return [...owners].sort();
}
