import { LIKE_DECIMALS, NANO_PER_BASE_UNIT } from '@likewell/contracts/core/money';
import type { ChainTransaction, TokenBalance } from '../solana/chain-transaction.js';
import { readDepositCodes } from './deposit-memo.js';
import type { OwnAccounts } from '../own-accounts/own-accounts.js';
import type { LikeToken } from '../solana/like-token.js';

/** What a finalized chain transaction was to us. */
export interface Verdict {
  readonly slot: number;
  readonly outcome: 'failed' | 'nothing' | 'deposit';
  /** What our receiving accounts gained; 0 unless it is a deposit. */
  readonly amountNano: bigint;
  /** Who held the token accounts of our mint that lost, in order, without our own wallets. */
  readonly sources: readonly string[];
  /** The deposit codes that its memos name, in order. */
  readonly codes: readonly string[];
}

/** Thrown for a response that contradicts itself, so that nothing is concluded from it. */
export class ContradictoryResponse extends Error {}

/**
 * Judges a finalized chain transaction by one rule: the credit is what all our receiving accounts together gained of our
 * mint by the token balances before and after it, whatever the client says, less what the accounts apart lost. So what
 * moves between our own accounts is no deposit. By which program or in how many steps it came there is never looked at.
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
  return {
    slot,
    outcome: 'deposit',
    amountNano: gain * NANO_PER_BASE_UNIT,
    sources: losers(before, after, own),
    codes: readDepositCodes(response, keys),
  };
}

/** True when two verdicts say the same. */
export function agree(one: Verdict, other: Verdict): boolean {
  const text = ({ amountNano, ...rest }: Verdict) =>
    JSON.stringify([rest.slot, rest.outcome, amountNano.toString(), rest.sources, rest.codes]);
  return text(one) === text(other);
}

/** In the order of their indexes: those in the message, then those of lookup tables, writable ones first. */
function accountKeys({ transaction, meta }: ChainTransaction): string[] {
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  return [...transaction.message.accountKeys, ...writable, ...readonly];
}

interface Holding {
  readonly owner: string;
  readonly amount: bigint;
}

/** What each token account of our mint, under its real program, holds. */
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

/** What these accounts hold together; one that does not exist, or belongs to somebody else, holds nothing of ours. */
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
