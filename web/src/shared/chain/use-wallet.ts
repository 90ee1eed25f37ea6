import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { pickWallet, type SolanaWallet } from './wallets';

/** What somebody does with a browser wallet. */
export interface WalletUse {
  /** Called with the wallet. @throws Error with what to say */
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
    /** Again, it starts anew: some wallets never answer once their window was closed. */
    start: (wallet: SolanaWallet | null) => mutation.mutate(wallet),
  };
}
