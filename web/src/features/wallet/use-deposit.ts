import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Attempt, createAttempts } from '../../shared/chain/attempts';
import { pickWallet, type SolanaWallet } from '../../shared/chain/wallets';
import { readTypedAmount } from '../../shared/format/typed-amount';
import { getSession, updateUser, useUser } from '../../shared/session/session-store';
import { messageOf } from '../../shared/ui/form-error';
import { type Deposit, depositFrom, type DepositStep, SilentEnd } from './deposit.api';
import { dropOver, dropSent, endSent, isSending, showSent, useSentDeposit } from './sent-deposits';

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
        const nano = readDeposit(text);
        const pick = await pickWallet();
        attempt.check();
        if ('wallet' in pick) await send(attempt, nano, pick.wallet);
        else setUnsent({ nano, wallets: pick.choices, walletName: '', step: 'choose' });
      }),
    /** Deposits what the field holds now, which may have changed since the wallets were listed. */
    choose: (wallet: SolanaWallet, text: string) =>
      void begin(async (attempt) => send(attempt, readDeposit(text), wallet)),
  };
}

/** Returns the nano-LIKE of a typed amount. @throws Error 'Invalid amount' for no positive number (spec, section 5) */
export function readDeposit(text: string): bigint {
  const nano = readTypedAmount(text);
  if (nano === null || nano === 0n) throw new Error('Invalid amount');
  return nano;
}
