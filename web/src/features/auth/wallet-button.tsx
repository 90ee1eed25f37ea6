import { loginWallet } from '@likewell/contracts/gateway/auth';
import { call } from '../../shared/api/client';
import { proveWallet } from '../../shared/chain/prove-wallet';
import type { SolanaWallet } from '../../shared/chain/wallets';
import { storedReferral } from '../../shared/session/referral';
import { WalletButton as Button } from '../../shared/ui/wallet-button';
import { beginSession } from './auth.api';
import { rememberSecondStep } from './second-step';

/** Signs in, or up, with a browser wallet, and stores the session (spec, section 7). */
export function WalletButton({ onDone }: { onDone: () => void }) {
  return (
    <Button work={signIn} onDone={onDone}>
      Continue with a wallet
    </Button>
  );
}

const signIn = (wallet: SolanaWallet): Promise<void> =>
  beginSession(rememberSecondStep(proveAndCall(wallet)));

async function proveAndCall(wallet: SolanaWallet) {
  const body = { ...(await proveWallet(wallet)), ref: storedReferral() };
  return call(loginWallet, { body });
}
