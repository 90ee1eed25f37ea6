import type { ComponentProps, ReactNode } from 'react';
import { lazyComponent } from './lazy-component';
import { LazyPart } from './lazy-part';

/** Fetched when the first load is over. */
export const WaitingDialog = lazyComponent(() => import('./waiting-dialog'), 'WaitingDialog');

interface LazyPopupProps {
  /** True while a person waits for it. */
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Around a dialog or menu that is fetched when it is opened: while it is open and not there, something says so. */
export function LazyPopup({ isOpen, onClose, children }: LazyPopupProps) {
  return (
    <LazyPart
      waiting={isOpen && <Waiting onClose={onClose} />}
      missing={(retry) => isOpen && <Waiting onClose={onClose} onRetry={retry} />}
    >
      {children}
    </LazyPart>
  );
}

function Waiting(props: ComponentProps<typeof WaitingDialog>) {
  return (
    <LazyPart>
      <WaitingDialog {...props} />
    </LazyPart>
  );
}
