import type { ReactNode } from 'react';
import { GoogleButton } from './google-button';
import { WalletButton } from './wallet-button';

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
      <GoogleButton onDone={onDone} />
      <WalletButton onDone={onDone} />
      {children}
    </div>
  );
}
