import type { ReactNode } from 'react';
import { LazyPart } from './lazy-part';
import { WaitingDialog } from './waiting-dialog';

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
      waiting={isOpen && <WaitingDialog onClose={onClose} />}
      missing={(retry) => isOpen && <WaitingDialog onClose={onClose} onRetry={retry} />}
    >
      {children}
    </LazyPart>
  );
}
