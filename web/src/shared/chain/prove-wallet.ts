import { walletNonce } from '@likewell/contracts/gateway/auth';
import { call } from '../api/client';
import {
  canSignIn,
  connectWallet,
  signInByWallet,
  signText,
  type SignedText,
  type SolanaWallet,
} from './wallets';

/**
 * Has a wallet show that it is the person's: by its own Sign-In With Solana where it has that, otherwise by its signature of the
 * server's text. @throws Error with what the wallet says
 */
export async function proveWallet(wallet: SolanaWallet): Promise<SignedText> {
  if (canSignIn(wallet)) {
    const { signIn: input } = await call(walletNonce, {});
    if (input) return signInByWallet(wallet, input);
  }
  const account = await connectWallet(wallet);
  const { message } = await call(walletNonce, {});
  return signText(wallet, account, message);
}
