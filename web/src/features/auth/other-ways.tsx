import type { ReactNode } from 'react';
import { GoogleButton } from '../../shared/ui/google-button';
import { WalletButton } from '../../shared/ui/wallet-button';
import { googleUrl, signInByGoogle, signInByWallet } from './other-ways.api';

interface OtherWaysProps {
  onDone: () => void;
  /** A further way to sign in. */
  children?: ReactNode;
}

/** The ways to sign in without a password. */
export function OtherWays({ onDone, children }: OtherWaysProps) {
  return (
    <div className="stack gap-3">
      <div aria-hidden="true" className="flex items-center gap-3 text-13 text-muted">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <GoogleButton url={googleUrl()} work={signInByGoogle} onDone={onDone}>
        Continue with Google
      </GoogleButton>
      <WalletButton work={signInByWallet} onDone={onDone}>
        Continue with a wallet
      </WalletButton>
      {children}
    </div>
  );
}
