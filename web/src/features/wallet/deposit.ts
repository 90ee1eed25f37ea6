import { commonErrors } from '@likewell/contracts/core/common-errors';
import { deposit, walletConfig } from '@likewell/contracts/gateway/wallet';
import type { RouteAnswer } from '@likewell/contracts/gateway/define-route';
import { formatLike, parseLike } from '@likewell/contracts/core/money';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';

/** What the amount field holds at first (spec, section 9). */
export const DEFAULT_DEPOSIT = '100';

/** The server waits up to 25 s for the chain before it answers. */
const DEPOSIT_DEADLINE_MS = 40_000;
/** How often a deposit that is not final yet is asked about again: two minutes and more in all. */
const REPORTS = 6;

/** Where LIKE is sent to, and the memo by which it is known whose it is. */
export type DepositSettings = RouteAnswer<typeof walletConfig>;
/** The balance after a deposit. */
export type Credited = Pick<RouteAnswer<typeof deposit>, 'tokens' | 'tokensNano'>;

/** Nano-LIKE of a typed amount; null where it is no positive number (spec, section 5). */
export function readDeposit(text: string): bigint | null {
  const nano = parseLike(text.trim());
  return nano === 0n ? null : nano;
}

export const fetchDepositSettings = (): Promise<DepositSettings> => call(walletConfig, {});

/**
 * Tells the server of a transfer (spec, section 7) until it is credited; the same report again is no second deposit.
 * Null where it takes too long: the server credits it by itself. `onLate` is called when it takes longer than usual.
 * @throws ApiError with a status for a refusal, with 0 when no answer came
 */
export async function reportDeposit(nano: bigint, tx: string, onLate: () => void): Promise<Credited | null> {
  const body = { amount: Number(formatLike(nano)), tx };
  for (let report = 0; report < REPORTS; report += 1) {
    const answer = await call(deposit, { body, deadlineMs: DEPOSIT_DEADLINE_MS });
    if (answer.state === 'credited') return answer;
    onLate();
  }
  return null;
}

/** True where operators have paused deposits: what was sent is credited when they go on. */
export const isPaused = (error: unknown): boolean =>
  error instanceof ApiError && error.code === commonErrors.PAUSED.code;

/** True for an answer that was no success, of which the page says nothing (spec, section 8). */
export const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status !== 0;
