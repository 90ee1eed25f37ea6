import type { StatementKind } from '@likewell/contracts/tipping-ledger/statement';
import type { Fraction } from './fraction.js';

export interface ModelMember {
  readonly id: number;
  readonly referrerId: number | null;
  balance: bigint;
  epoch: number;
  /** The member's balance if no share were ever rounded. */
  exact: Fraction;
  /** The index at each of the member's settlements. */
  readonly settledAt: bigint[];
  /** Lines of the member's statement, oldest first. */
  readonly lines: ModelLine[];
  isBonusOwed: boolean;
  isClosed: boolean;
}

export interface ModelLine {
  readonly kind: StatementKind;
  readonly amountNano: bigint;
  readonly postId: number | null;
  readonly counterpartyId: number | null;
}

export interface ModelPost {
  readonly id: number;
  readonly authorId: number;
  open: boolean;
  version: number;
  /** True when the ledger has received the post's event; otherwise it asks posts. */
  isKnown: boolean;
  likesSum: bigint;
}

export interface ModelTip {
  readonly key: string;
  readonly payerId: number;
  readonly postId: number;
  readonly amountNano: bigint;
}

export interface SettledModelTip extends ModelTip {
  tipId: number | null;
}

/** A tip with the four parts that a row of the journal holds. */
export interface SplitTip extends ModelTip {
  readonly authorId: number;
  readonly referrerId: number | null;
  readonly parts: Record<'author' | 'holders' | 'platform' | 'referral', bigint>;
}

export interface ModelMovement {
  readonly kind: 'supply' | 'bonus' | 'deposit' | 'claim' | 'settlement' | 'forfeit';
  readonly from: number;
  readonly to: number;
  readonly amountNano: bigint;
}

/** Why a tip moves no money; '' when only the balance decides, or when the tip was settled before. */
export type Rejection =
  | ''
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'ACCOUNT_NOT_OPEN'
  | 'AUTHOR_ACCOUNT_NOT_OPEN'
  | 'POST_NOT_FOUND'
  | 'OWN_POST'
  | 'INSUFFICIENT_FUNDS';

export type ModelResponse =
  | { readonly code: Exclude<Rejection, ''> }
  | { readonly tip: SettledModelTip; readonly balanceNano: bigint; readonly likesSumNano: bigint };

/** The system's accounts by their ids. */
export const SYSTEM_ACCOUNTS = {
  chain: 1,
  treasury: 2,
  'holders-pool': 3,
  platform: 4,
  unclaimed: 5,
} as const;

/** Returns a row of the journal as text: rows with the same text moved the same money. */
export function textOfMovement({ kind, from, to, amountNano }: ModelMovement): string {
  return `${kind} ${from} to ${to}: ${amountNano}`;
}

export function textOfTip({ payerId, authorId, referrerId, postId, amountNano, parts }: SplitTip): string {
  const shares = `author ${parts.author}, holders ${parts.holders}, platform ${parts.platform}, referral ${parts.referral}`;
  return `tip ${payerId} to ${authorId} for ${postId}, referred by ${referrerId ?? 'nobody'}: ${amountNano} = ${shares}`;
}
