import { commonErrors } from '@likewell/contracts/core/common-errors';
import { formatLike } from '@likewell/contracts/core/money';
import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { deposit as depositRoute, walletConfig } from '@likewell/contracts/gateway/wallet';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { type Attempt, createAttempts } from '../../shared/chain/attempts';
import { connectWallet, pickWallet, type SolanaWallet } from '../../shared/chain/wallets';
import { readTypedAmount } from '../../shared/format/typed-amount';
import { getSession, updateUser, useUser } from '../../shared/session/session-store';
import { messageOf } from '../../shared/ui/form-error';
import { importPart } from '../../shared/ui/import-part';
import { dropOver, dropSent, endSent, isSending, showSent, useSentDeposit } from './sent-deposits';

/** Initial value of the amount field (spec, section 9). */
export const DEFAULT_DEPOSIT = '100';

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
 * Deposits LIKE from a browser wallet (spec, sections 5, 7 and 8); null while there is no deposit to show. A
 * press replaces an earlier attempt that waits for its wallet to connect. It does nothing once the wallet may
 * sign, since that could pay twice. A deposit that was sent goes on when its form is left, and is in the next
 * one; a wallet that is silent at the signature keeps only the form that asked it.
 */
export function useDeposit() {
  const client = useQueryClient();
  const memberId = useUser()?.id ?? null;
  const sent = useSentDeposit(memberId);
  const [unsent, setUnsent] = useState<Deposit | null>(null);
  const [beginAttempt] = useState(createAttempts);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      // A person who has left must not be asked to sign. This new attempt ends the one that waits for its
      // wallet, and does nothing itself.
      beginAttempt();
      dropOver(memberId);
    };
  }, [beginAttempt, memberId]);

  const begin = async (work: (attempt: Attempt) => Promise<void>) => {
    const attempt = isSending(memberId) ? null : beginAttempt();
    if (attempt === null) return;
    dropOver(memberId);
    await work(attempt).catch((error: unknown) => {
      if (!attempt.isLatest()) return;
      setUnsent(null);
      // Of what was sent a member is told wherever they are on the page.
      const isTold = dropSent(attempt) ? getSession().user?.id === memberId : isShown.current;
      if (!(error instanceof SilentEnd) && isTold) window.alert(messageOf(error));
    });
    endSent(attempt);
    attempt.end();
  };

  const send = async (attempt: Attempt, nano: bigint, wallet: SolanaWallet) => {
    const enter = (step: DepositStep) => {
      if (step === 'sign') commit(attempt);
      const next = { nano, wallets: [], walletName: wallet.name, step };
      if (step === 'connect' || step === 'sign') {
        setUnsent(next);
        return;
      }
      setUnsent(null);
      showSent(attempt, memberId, next);
    };
    const credited = await depositFrom(attempt, wallet, nano, enter);
    if (!credited) return;
    // Another member may have signed in while the chain took its time.
    if (getSession().user?.id === memberId) updateUser(credited);
    void client.invalidateQueries({ queryKey: ['wallet-history', memberId] });
    enter('credited');
  };

  /** Lets the wallet sign, unless what a form before this one asked for was signed meanwhile. */
  const commit = (attempt: Attempt) => {
    if (isSending(memberId)) throw new SilentEnd();
    attempt.commit();
  };

  const isUnderWay = sent?.isOver === false;
  return {
    deposit: (isUnderWay ? null : unsent) ?? sent?.deposit ?? null,
    /** True while no other deposit can begin. */
    isCommitted: isUnderWay || unsent?.step === 'sign',
    start: (text: string) =>
      void begin(async (attempt) => {
        const nano = requireDeposit(text);
        const pick = await pickWallet();
        attempt.check();
        if ('wallet' in pick) await send(attempt, nano, pick.wallet);
        else setUnsent({ nano, wallets: pick.choices, walletName: '', step: 'choose' });
      }),
    /** Deposits what the field holds now, which may have changed since the wallets were listed. */
    choose: (wallet: SolanaWallet, text: string) =>
      void begin(async (attempt) => send(attempt, requireDeposit(text), wallet)),
  };
}

/** Returns the nano-LIKE of a typed amount; null when it is no positive number (spec, section 5). */
export function readDeposit(text: string): bigint | null {
  const nano = readTypedAmount(text);
  return nano === 0n ? null : nano;
}

/** Returns the nano-LIKE of a typed amount. @throws Error 'Invalid amount' (spec, section 5) */
function requireDeposit(text: string): bigint {
  const nano = readDeposit(text);
  if (nano === null) throw new Error('Invalid amount');
  return nano;
}

/**
 * Connects the wallet, sends the transfer, and reports it; returns null when the server
 * completes the deposit by itself.
 */
async function depositFrom(
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
class SilentEnd extends Error {}
