import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { connectWallet, pickWallet, type SolanaWallet } from '../../shared/chain/wallets';
import { getSession, updateUser } from '../../shared/session/session-store';
import { importPart } from '../../shared/ui/import-part';
import {
  type Credited,
  fetchDepositSettings,
  isPaused,
  isRefusal,
  readDeposit,
  reportDeposit,
} from './deposit';

/**
 * In their order. `late` is a confirmation that takes longer than usual, `paused` a deposit that is credited when operators
 * let deposits go on, `credited` the good end.
 */
export type DepositStep = 'connect' | 'sign' | 'send' | 'confirm' | 'late' | 'paused' | 'credited';

/** A deposit that waits for the choice of a wallet, or is on its way, or has arrived. */
export interface Deposit {
  nano: bigint;
  wallets: readonly SolanaWallet[];
  walletName: string;
  step: DepositStep | 'choose';
}

/** Deposits LIKE from a browser wallet (spec, sections 5, 7 and 8); null while there is nothing to show of one. */
export function useDeposit() {
  const client = useQueryClient();
  const [deposit, setDeposit] = useState<Deposit | null>(null);
  const isBusy = useRef(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  const alone = async (work: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    await work().catch((error: unknown) => {
      setDeposit(null);
      if (!(error instanceof Refused) && isShown.current) window.alert(messageOf(error));
    });
    isBusy.current = false;
  };

  const send = async (nano: bigint, wallet: SolanaWallet) => {
    const payer = getSession().user?.id;
    const enter = (step: DepositStep) => setDeposit({ nano, wallets: [], walletName: wallet.name, step });
    const credited = await depositFrom(wallet, nano, enter);
    if (!credited) return;
    // Somebody else may have signed in while the chain took its time.
    if (getSession().user?.id === payer) updateUser(credited);
    void client.resetQueries({ queryKey: ['wallet-history', payer] });
    enter('credited');
  };

  return {
    deposit,
    start: (text: string) =>
      void alone(async () => {
        const nano = readDeposit(text);
        if (nano === null) throw new Error('Invalid amount');
        const pick = await pickWallet();
        if ('wallet' in pick) await send(nano, pick.wallet);
        else setDeposit({ nano, wallets: pick.choices, walletName: '', step: 'choose' });
      }),
    choose: (wallet: SolanaWallet) => void alone(() => send(deposit?.nano ?? 0n, wallet)),
  };
}

/** Asks, sends, and reports; null when the server finishes the rest by itself. */
async function depositFrom(
  wallet: SolanaWallet,
  nano: bigint,
  onStep: (step: DepositStep) => void,
): Promise<Credited | null> {
  onStep('connect');
  // What a transfer is made with is fetched while the person looks at the wallet.
  const [account, { sendLike }, settings] = await Promise.all([
    connectWallet(wallet),
    importPart(() => import('./send-like')),
    fetchDepositSettings(),
  ]);
  const signature = await sendLike({ wallet, account, settings, nano, onStep });
  try {
    return await reportDeposit(nano, signature, () => onStep('late'));
  } catch (error) {
    if (isPaused(error)) {
      onStep('paused');
      return null;
    }
    if (isRefusal(error)) throw new Refused();
    throw new Error('Your LIKE was sent. It is credited as soon as Likewell can be reached again.', {
      cause: error,
    });
  }
}

/** The answer to a report that was no success: nothing visible follows (spec, section 8). */
class Refused extends Error {}

const messageOf = (error: unknown) => (error instanceof Error && error.message) || 'Error';
