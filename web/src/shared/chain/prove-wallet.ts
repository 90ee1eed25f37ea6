import { walletNonce } from '@likewell/contracts/gateway/auth';
import { call } from '../api/client';
import { explainUnanswered } from '../api/explain-unanswered';
import { messageOf } from '../ui/form-error';
import {
  canSignIn,
  connectWallet,
  signInByWallet,
  signText,
  type SignedText,
  type SolanaWallet,
} from './wallets';

/** Codes of a method that there is not: JSON-RPC's (https://www.jsonrpc.org/specification), and EIP-1193's. */
const NO_METHOD = [-32601, 4200];
/** What wallets say of it without a code. Of nothing else: what they do not support may be the page's own domain. */
const SAYS_NO_METHOD = /\bnot implemented\b|\bunsupported method\b|\bmethod (is )?not supported\b/i;

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
    if (input) {
      try {
        return await signInByWallet(wallet, input);
      } catch (error) {
        if (!isNoMethod(error)) throw error;
      }
    }
  }
  const account = await connectWallet(wallet);
  const { message } = await explainUnanswered(call(walletNonce, {}));
  check();
  return signText(wallet, account, message);
}

/** Returns true if a wallet has announced a method that it does not have: then it has shown nothing to the person. */
const isNoMethod = (error: unknown): boolean =>
  NO_METHOD.includes((error as { code?: number } | null | undefined)?.code ?? 0) ||
  SAYS_NO_METHOD.test(messageOf(error));
