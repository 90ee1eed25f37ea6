import { AppError, type ErrorDefinition } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { postErrors } from '@likewell/contracts/posts/errors';
import { ledgerErrors } from '@likewell/contracts/tipping-ledger/errors';
import type { createTip } from '@likewell/contracts/tipping-ledger/rpc';

/** A request for a tip. */
export type TipRequest = Readonly<RpcInput<typeof createTip>>;

/** Outcomes of a tip's settlement; `settle_tips` defines the order of its checks. */
export const TIP_OUTCOMES = [
  'settled',
  'repeated',
  'key-reused',
  'no-payer-account',
  'unknown-post',
  'own-post',
  'closed-post',
  'no-author-account',
  'not-covered',
] as const;
export type TipOutcome = (typeof TIP_OUTCOMES)[number];

/** A tip's outcome, and the payer's balance and the post's total right after it. */
export interface TipResult {
  readonly outcome: TipOutcome;
  readonly tipId: number | null;
  readonly balanceNano: bigint;
  readonly likesSumNano: bigint;
}

const REJECTIONS: Record<Exclude<TipOutcome, 'settled' | 'repeated'>, ErrorDefinition> = {
  'key-reused': ledgerErrors.IDEMPOTENCY_KEY_REUSED,
  'no-payer-account': ledgerErrors.ACCOUNT_NOT_OPEN,
  'unknown-post': postErrors.POST_NOT_FOUND,
  'own-post': ledgerErrors.OWN_POST,
  'closed-post': postErrors.POST_NOT_FOUND,
  'no-author-account': ledgerErrors.AUTHOR_ACCOUNT_NOT_OPEN,
  'not-covered': ledgerErrors.INSUFFICIENT_FUNDS,
};

/**
 * Returns the tip of a result that moved money, now or when its key was first used.
 * @throws AppError with the reason when the tip was rejected
 */
export function settledOrThrow({ outcome, tipId, balanceNano, likesSumNano }: TipResult) {
  if (outcome !== 'settled' && outcome !== 'repeated') throw new AppError(REJECTIONS[outcome]);
  if (tipId === null) throw new Error(`a tip without a row was called ${outcome}`);
  return { tipId, balanceNano, likesSumNano };
}
