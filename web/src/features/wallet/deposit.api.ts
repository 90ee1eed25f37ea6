import { commonErrors } from '@likewell/contracts/core/common-errors';
import { formatLike } from '@likewell/contracts/core/money';
import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { deposit as depositRoute, walletConfig } from '@likewell/contracts/gateway/wallet';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import type { Attempt } from '../../shared/chain/attempts';
import { connectWallet, type SolanaWallet } from '../../shared/chain/wallets';
import { importPart } from '../../shared/ui/import-part';

/** The server waits up to 25 s for the chain before it responds. */
const DEPOSIT_DEADLINE_MS = 40_000;
/** Maximum number of reports of a deposit that is not final yet: more than two minutes in all. */
const REPORTS = 6;
const OUTDATED_PAGE = 'Likewell has changed meanwhile. Load this page again and deposit then.';

/**
 * Steps in their order. `late`: the confirmation takes longer than usual; `paused`: the deposit is credited
 * when operators resume deposits; `credited`: success.
 */
export type DepositStep = 'connect' | 'sign' | 'send' | 'confirm' | 'late' | 'paused' | 'credited';

/** The wallet to send LIKE to, and the memo that says whose deposit it is. */
export type DepositSettings = RouteResponse<typeof walletConfig>;
/** The balance after a deposit. */
type Credited = Pick<RouteResponse<typeof depositRoute>, 'tokens' | 'tokensNano'>;

/** A deposit that waits for the choice of a wallet, is in progress, or has been credited. */
export interface Deposit {
  nano: bigint;
  wallets: readonly SolanaWallet[];
  walletName: string;
  step: DepositStep | 'choose';
}

/**
 * Connects the wallet, sends the transfer, and reports it; returns null when the server
 * completes the deposit by itself.
 */
export async function depositFrom(
  attempt: Attempt,
  wallet: SolanaWallet,
  nano: bigint,
  onStep: (step: DepositStep) => void,
): Promise<Credited | null> {
  onStep('connect');
  // The code for the transfer is loaded before the wallet is asked: a page older than the last
  // release can no longer load it.
  const { sendLike } = await importPart(() => import('./send-like')).catch((cause: unknown) => {
    throw new Error(OUTDATED_PAGE, { cause });
  });
  attempt.check();
  const [account, settings] = await Promise.all([connectWallet(wallet), call(walletConfig, {})]);
  attempt.check();
  const signature = await sendLike({ wallet, account, settings, nano, onStep });
  try {
    return await reportDeposit(nano, signature, () => onStep('late'));
  } catch (error) {
    if (isPaused(error)) {
      onStep('paused');
      return null;
    }
    if (isRejection(error)) throw new SilentEnd();
    throw new Error('Your LIKE was sent. It is credited as soon as Likewell can be reached again.', {
      cause: error,
    });
  }
}

/**
 * Reports a transfer to the server (spec, section 7) until it is credited; a repeated report is no second
 * deposit. Returns null when it takes too long: then the server credits it by itself. `onLate` is called when
 * it takes longer than usual.
 * @throws ApiError with a status for a rejection, with 0 when no response came
 */
export async function reportDeposit(nano: bigint, tx: string, onLate: () => void): Promise<Credited | null> {
  const body = { amount: Number(formatLike(nano)), tx };
  for (let report = 0; report < REPORTS; report += 1) {
    const response = await call(depositRoute, { body, deadlineMs: DEPOSIT_DEADLINE_MS });
    if (response.state === 'credited') return response;
    onLate();
  }
  return null;
}

/** Returns true when operators have paused deposits: the transfer is credited when they resume them. */
const isPaused = (error: unknown): boolean =>
  error instanceof ApiError && error.code === commonErrors.PAUSED.code;

/** Returns true for an error response, about which the page shows nothing (spec, section 8). */
export const isRejection = (error: unknown): boolean => error instanceof ApiError && error.status !== 0;

/** Ends a deposit without a message: its report got an error response (spec, section 8), or another one is sent. */
export class SilentEnd extends Error {}
