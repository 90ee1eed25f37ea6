import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Attempt, createAttempts } from '../../shared/chain/attempts';
import { pickWallet, type SolanaWallet } from '../../shared/chain/wallets';
import { readTypedAmount } from '../../shared/format/typed-amount';
import { useMemberId } from '../../shared/session/session-store';
import type { Deposit } from './deposit.api';
import { type DepositingForm, runAttempt, sendDeposit } from './run-deposit';
import { dropOver, isSending, useSentDeposit } from './sent-deposits';

/** Initial value of the amount field (spec, section 9). */
export const DEFAULT_DEPOSIT = '100';

/**
 * Deposits LIKE from a browser wallet (spec, sections 5, 7 and 8); null while there is no deposit to show. A
 * press replaces an earlier attempt that waits for its wallet to connect. It does nothing once the wallet may
 * sign, since that could pay twice. A deposit that was sent goes on when its form is left, and is in the next
 * one; a wallet that is silent at the signature keeps only the form that asked it.
 */
export function useDeposit() {
  const client = useQueryClient();
  const memberId = useMemberId();
  const sent = useSentDeposit(memberId);
  const [unsent, setUnsent] = useState<Deposit | null>(null);
  const { beginAttempt, isShown } = useFormAttempts(memberId);
  const form: DepositingForm = { client, memberId, isShown, showUnsent: setUnsent };

  const begin = (work: (attempt: Attempt) => Promise<void>) => {
    const attempt = isSending(memberId) ? null : beginAttempt();
    if (attempt !== null) void runAttempt(attempt, form, work);
  };

  const isUnderWay = sent?.isOver === false;
  return {
    deposit: (isUnderWay ? null : unsent) ?? sent?.deposit ?? null,
    /** True while no other deposit can begin. */
    isCommitted: isUnderWay || unsent?.step === 'sign',
    start: (text: string) =>
      begin(async (attempt) => {
        const nano = readDeposit(text);
        const pick = await pickWallet();
        attempt.check();
        if ('wallet' in pick) await sendDeposit(attempt, form, nano, pick.wallet);
        else setUnsent({ nano, wallets: pick.choices, walletName: '', step: 'choose' });
      }),
    /** Deposits what the field holds now, which may have changed since the wallets were listed. */
    choose: (wallet: SolanaWallet, text: string) =>
      begin(async (attempt) => sendDeposit(attempt, form, readDeposit(text), wallet)),
  };
}

/** Attempts of one form; the one that waits for its wallet ends when the form is left. */
function useFormAttempts(memberId: number | null) {
  const [beginAttempt] = useState(createAttempts);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
      // A person who has left must not be asked to sign. This new attempt ends the one before, and does
      // nothing itself.
      beginAttempt();
      dropOver(memberId);
    };
  }, [beginAttempt, memberId]);
  return { beginAttempt, isShown: () => shown.current };
}

/** Returns the nano-LIKE of a typed amount. @throws Error 'Invalid amount' for no positive number (spec, section 5) */
export function readDeposit(text: string): bigint {
  const nano = readTypedAmount(text);
  if (nano === null || nano === 0n) throw new Error('Invalid amount');
  return nano;
}
