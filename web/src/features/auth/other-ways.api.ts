import { googleSignIn, loginWallet } from '@likewell/contracts/gateway/auth';
import { buildUrl } from '../../shared/api/build-url';
import { call } from '../../shared/api/client';
import { proveWallet } from '../../shared/chain/prove-wallet';
import type { SolanaWallet } from '../../shared/chain/wallets';
import { sessionFrom } from '../../shared/session/popup';
import { storedReferral } from '../../shared/session/referral';
import { beginSession } from './auth.api';
import { rememberSecondStep } from './second-step';

/** Returns the address of the window of Google, with the stored referral code. */
export function googleUrl(): string {
  const ref = storedReferral();
  return buildUrl(googleSignIn, { query: ref === null ? {} : { ref } });
}

/** Signs in, or up, by the window of Google, and stores the session. */
export const signInByGoogle = (popup: Window | null): Promise<void> =>
  beginSession(rememberSecondStep(sessionFrom(popup)));

/** Signs in, or up, with a browser wallet and the stored referral code, and stores the session (spec, section 7). */
export const signInByWallet = (wallet: SolanaWallet, check: () => void): Promise<void> =>
  beginSession(rememberSecondStep(proveAndCall(wallet, check)));

async function proveAndCall(wallet: SolanaWallet, check: () => void) {
  const body = { ...(await proveWallet(wallet, check)), ref: storedReferral() };
  return call(loginWallet, { body });
}
