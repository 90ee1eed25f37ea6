import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { pickWallet, type SolanaWallet } from './wallets';

/** An action with a browser wallet. */
export interface WalletUse {
  /** Called with the wallet. @throws Error with the message to show */
  work: (wallet: SolanaWallet) => Promise<void>;
  onDone: () => void;
}

/** Uses the browser's wallet, or offers the choice of several. */
export function useWallet({ work, onDone }: WalletUse) {
  const [choices, setChoices] = useState<readonly SolanaWallet[]>([]);
  const mutation = useMutation({
    mutationFn: async (chosen: SolanaWallet | null) => {
      const pick = chosen ? { wallet: chosen } : await pickWallet();
      if ('choices' in pick) return pick.choices;
      await work(pick.wallet);
      return null;
    },
    onSuccess: (toChooseFrom) => {
      setChoices(toChooseFrom ?? []);
      if (!toChooseFrom) onDone();
    },
  });
  return {
    choices,
    error: mutation.error,
    isPending: mutation.isPending,
    /** A repeated call starts again: some wallets never respond after their window was closed. */
    start: (wallet: SolanaWallet | null) => mutation.mutate(wallet),
  };
}
