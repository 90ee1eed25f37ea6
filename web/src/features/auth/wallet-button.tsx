import { loginWallet } from '@likewell/contracts/gateway/auth';
import { call } from '../../shared/api/client';
import { proveWallet } from '../../shared/chain/prove-wallet';
import type { WalletUse } from '../../shared/chain/use-wallet';
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

const signIn: WalletUse['work'] = (wallet, check) =>
  beginSession(rememberSecondStep(proveAndCall(wallet, check)));

async function proveAndCall(wallet: SolanaWallet, check: () => void) {
  const body = { ...(await proveWallet(wallet, check)), ref: storedReferral() };
  return call(loginWallet, { body });
}
