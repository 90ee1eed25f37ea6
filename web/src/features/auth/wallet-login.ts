import { loginWallet, walletNonce } from '@likewell/contracts/gateway/auth';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../shared/api/client';
import {
  canSignIn,
  connectWallet,
  pickWallet,
  signInByWallet,
  signText,
  type SignedText,
  type SolanaWallet,
} from '../../shared/chain/wallets';
import { storedReferral } from '../../shared/session/referral';
import { keepSession } from './auth.api';

/** Signs in with a browser wallet, or offers the choice of several, and keeps the session (spec, section 7). */
export function useWalletLogin(onDone: () => void) {
  const [choices, setChoices] = useState<readonly SolanaWallet[]>([]);
  const login = useMutation({
    mutationFn: async (chosen: SolanaWallet | null) => {
      const pick = chosen ? { wallet: chosen } : await pickWallet();
      if ('choices' in pick) return pick.choices;
      await signIn(pick.wallet);
      return null;
    },
    onSuccess: (toChooseFrom) => (toChooseFrom ? setChoices(toChooseFrom) : onDone()),
  });
  return {
    choices,
    error: login.error,
    isPending: login.isPending,
    /** Again, it starts anew: some wallets never answer once their window was closed. */
    start: (wallet: SolanaWallet | null) => login.mutate(wallet),
  };
}

async function signIn(wallet: SolanaWallet): Promise<void> {
  const body = { ...(await proveWallet(wallet)), ref: storedReferral() };
  keepSession(await call(loginWallet, { body }));
}

/** By the wallet's own Sign-In With Solana where it has that, otherwise by its signature of the server's text. */
async function proveWallet(wallet: SolanaWallet): Promise<SignedText> {
  if (canSignIn(wallet)) {
    const { signIn: input } = await call(walletNonce, {});
    if (input) return signInByWallet(wallet, input);
  }
  const account = await connectWallet(wallet);
  const { message } = await call(walletNonce, {});
  return signText(wallet, account, message);
}
