import type { ComponentProps, ReactNode } from 'react';
import { lazyComponent } from './lazy-component';
import { LazyPart } from './lazy-part';

/** Loaded after the first load. */
export const WaitingDialog = lazyComponent(() => import('./waiting-dialog'), 'WaitingDialog');

interface LazyPopupProps {
  /** True while it is shown, or while a person waits for it. */
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A boundary around a dialog or menu that is loaded when it is opened: while it is open but not
 * loaded, a dialog says so.
 */
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
