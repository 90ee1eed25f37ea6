import { walletNonce } from '@likewell/contracts/gateway/auth';
import { call } from '../api/client';
import { explainUnanswered } from '../api/explain-unanswered';
import {
  canSignIn,
  connectWallet,
  signInByWallet,
  signText,
  type SignedText,
  type SolanaWallet,
} from './wallets';

/**
 * Lets a wallet prove that it belongs to the person: by Sign-In With Solana if the wallet supports it,
 * otherwise by its signature of the server's text. `check` is called before the wallet is asked to sign, and
 * throws where it must not be. @throws Error with the wallet's message
 */
export async function proveWallet(wallet: SolanaWallet, check: () => void): Promise<SignedText> {
  if (canSignIn(wallet)) {
    const { signIn: input } = await explainUnanswered(call(walletNonce, {}));
    check();
    // A gateway older than the release of 2026-11-26 may leave it out; required in the release after that.
    if (input) return signInByWallet(wallet, input);
  }
  const account = await connectWallet(wallet);
  const { message } = await explainUnanswered(call(walletNonce, {}));
  check();
  return signText(wallet, account, message);
}
