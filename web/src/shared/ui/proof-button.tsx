import type { ReactNode } from 'react';
import { Button } from './button';
import { Spinner } from './spinner';
import { Status } from './status';

/** A wallet may never respond once its window was closed, so its button takes further presses. */
export const WAITING_FOR_WALLET = 'Waiting for your wallet';

interface ProofButtonProps extends Omit<Parameters<typeof Button>[0], 'children'> {
  isPending: boolean;
  /** Read out while it is pending: what the page waits for. */
  waiting: string;
  /** In its place is a ring while it is pending. */
  icon?: ReactNode;
  children: string;
}

/** Starts what a person does in another window: that of a wallet, of the browser's passkeys, or of Google. */
export function ProofButton({ isPending, waiting, icon, children, ...rest }: ProofButtonProps) {
  return (
    <>
      <Button {...rest}>
        {isPending ? <Spinner className="size-4" /> : icon}
        {children}
      </Button>
      <Status className="sr-only">{isPending && waiting}</Status>
    </>
  );
}
