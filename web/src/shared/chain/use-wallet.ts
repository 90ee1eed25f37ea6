import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Attempt, createAttempts } from './attempts';
import { pickWallet, type SolanaWallet } from './wallets';

/** An action with a browser wallet. */
export interface WalletUse {
  /**
   * Called with the wallet, and with what throws once another press has begun.
   * @throws Error with the message to show
   */
  work: (wallet: SolanaWallet, check: () => void) => Promise<void>;
  onDone?: () => void;
}

/** A press of the same button that follows another one this soon belongs to it: a double click, or a held key. */
const DOUBLE_PRESS_MS = 1000;

interface Use {
  chosen: SolanaWallet | null;
  attempt: Attempt;
}

/** Uses the browser's wallet, or offers the choice of several. */
export function useWallet({ work, onDone }: WalletUse) {
  const [choices, setChoices] = useState<readonly SolanaWallet[]>([]);
  const [beginAttempt] = useState(createAttempts);
  const mutation = useMutation({
    mutationFn: async ({ chosen, attempt }: Use) => {
      const pick = chosen ? { wallet: chosen } : await pickWallet();
      if ('choices' in pick) return pick.choices;
      await work(pick.wallet, attempt.check);
      return null;
    },
    onSuccess: (toChooseFrom) => {
      setChoices(toChooseFrom ?? []);
      if (!toChooseFrom) onDone?.();
    },
  });
  return {
    choices,
    error: mutation.error,
    isPending: mutation.isPending,
    /** A later call starts again: some wallets never respond after their window was closed. */
    start: (chosen: SolanaWallet | null) => {
      const isSame = mutation.isPending && mutation.variables.chosen === chosen;
      if (isSame && Date.now() - mutation.submittedAt < DOUBLE_PRESS_MS) return;
      const attempt = beginAttempt();
      if (attempt) mutation.mutate({ chosen, attempt });
    },
  };
}
