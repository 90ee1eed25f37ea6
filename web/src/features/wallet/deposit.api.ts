import { commonErrors } from '@likewell/contracts/core/common-errors';
import { formatLike, parseLike } from '@likewell/contracts/core/money';
import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { deposit as depositRoute, walletConfig } from '@likewell/contracts/gateway/wallet';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { connectWallet, pickWallet, type SolanaWallet } from '../../shared/chain/wallets';
import { getSession, updateUser } from '../../shared/session/session-store';
import { importPart } from '../../shared/ui/import-part';
import { type Attempt, createAttempts } from './attempts';

/** What the amount field holds at first (spec, section 9). */
export const DEFAULT_DEPOSIT = '100';

/** The server waits up to 25 s for the chain before it answers. */
const DEPOSIT_DEADLINE_MS = 40_000;
/** How often a deposit that is not final yet is asked about again: two minutes and more in all. */
const REPORTS = 6;
const OUTDATED_PAGE = 'Likewell has changed meanwhile. Load this page again and deposit then.';

/**
 * In their order. `late` is a confirmation that takes longer than usual, `paused` a deposit that is credited when operators
 * let deposits go on, `credited` the good end.
 */
export type DepositStep = 'connect' | 'sign' | 'send' | 'confirm' | 'late' | 'paused' | 'credited';

/** Where LIKE is sent to, and the memo by which it is known whose it is. */
export type DepositSettings = RouteResponse<typeof walletConfig>;
/** The balance after a deposit. */
type Credited = Pick<RouteResponse<typeof depositRoute>, 'tokens' | 'tokensNano'>;

/** A deposit that waits for the choice of a wallet, or is on its way, or has arrived. */
export interface Deposit {
  nano: bigint;
  wallets: readonly SolanaWallet[];
  walletName: string;
  step: DepositStep | 'choose';
}

/**
 * Deposits LIKE from a browser wallet (spec, sections 5, 7 and 8); null while there is nothing to show of one. A press takes the place
 * of the one before while that waits for its wallet to connect, and does nothing once the wallet may sign: it would pay twice.
 */
export function useDeposit() {
  const client = useQueryClient();
  const [deposit, setDeposit] = useState<Deposit | null>(null);
  const [beginAttempt] = useState(createAttempts);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      // Nobody who has left is asked to sign what waited for its wallet; this attempt ends that one, and does nothing itself.
      beginAttempt();
    };
  }, [beginAttempt]);

  const begin = async (work: (attempt: Attempt) => Promise<void>) => {
    const attempt = beginAttempt();
    if (attempt === null) return;
    await work(attempt).catch((error: unknown) => {
      if (!attempt.isLatest()) return;
      setDeposit(null);
      if (!(error instanceof Rejected) && isShown.current) window.alert(messageOf(error));
    });
    attempt.end();
  };

  const send = async (attempt: Attempt, nano: bigint, wallet: SolanaWallet) => {
    const payer = getSession().user?.id;
    const enter = (step: DepositStep) => {
      if (step === 'sign') attempt.commit();
      setDeposit({ nano, wallets: [], walletName: wallet.name, step });
    };
    const credited = await depositFrom(attempt, wallet, nano, enter);
    if (!credited) return;
    // Somebody else may have signed in while the chain took its time.
    if (getSession().user?.id === payer) updateUser(credited);
    void client.resetQueries({ queryKey: ['wallet-history', payer] });
    enter('credited');
  };

  return {
    deposit,
    start: (text: string) =>
      void begin(async (attempt) => {
        const nano = readDeposit(text);
        if (nano === null) throw new Error('Invalid amount');
        const pick = await pickWallet();
        attempt.check();
        if ('wallet' in pick) await send(attempt, nano, pick.wallet);
        else setDeposit({ nano, wallets: pick.choices, walletName: '', step: 'choose' });
      }),
    choose: (wallet: SolanaWallet) => void begin((attempt) => send(attempt, deposit?.nano ?? 0n, wallet)),
  };
}

/** Nano-LIKE of a typed amount; null where it is no positive number (spec, section 5). */
export function readDeposit(text: string): bigint | null {
  const nano = parseLike(text.trim());
  return nano === 0n ? null : nano;
}

/** Asks, sends, and reports; null when the server finishes the rest by itself. */
async function depositFrom(
  attempt: Attempt,
  wallet: SolanaWallet,
  nano: bigint,
  onStep: (step: DepositStep) => void,
): Promise<Credited | null> {
  onStep('connect');
  // What a transfer is made with comes before the wallet is asked: a page older than the last release has no way to it any more.
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
    if (isRejection(error)) throw new Rejected();
    throw new Error('Your LIKE was sent. It is credited as soon as Likewell can be reached again.', {
      cause: error,
    });
  }
}

/**
 * Tells the server of a transfer (spec, section 7) until it is credited; the same report again is no second deposit.
 * Null where it takes too long: the server credits it by itself. `onLate` is called when it takes longer than usual.
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

/** True where operators have paused deposits: what was sent is credited when they go on. */
const isPaused = (error: unknown): boolean =>
  error instanceof ApiError && error.code === commonErrors.PAUSED.code;

/** True for a response that was no success, of which the page says nothing (spec, section 8). */
export const isRejection = (error: unknown): boolean => error instanceof ApiError && error.status !== 0;

/** The response to a report that was no success: nothing visible follows (spec, section 8). */
class Rejected extends Error {}

const messageOf = (error: unknown) => (error instanceof Error && error.message) || 'Error';
