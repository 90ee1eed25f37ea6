import { useEffect, useRef } from 'react';
import { useBackCloses } from '../history/overlay-history';
import { useIsOnline } from '../hooks/use-is-online';
import { Button } from './button';
import { Spinner } from './spinner';

/** What comes sooner is not announced; a press still shows something within 100 ms. */
const SHOWN_AFTER_MS = 50;

interface WaitingDialogProps {
  onClose: () => void;
  /** Tries once more; without it the dialog is still on its way. */
  onRetry?: (() => void) | undefined;
}

/** Stands in for a dialog or menu whose code is on its way, or did not come. It needs nothing that is fetched. */
export function WaitingDialog({ onClose, onRetry }: WaitingDialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const isOnline = useIsOnline();
  useBackCloses(true, onClose);
  useEffect(() => {
    const timer = setTimeout(() => box.current?.showModal(), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const close = () => {
    // Closing gives the focus back.
    box.current?.close();
    onClose();
  };
  return (
    <dialog
      ref={box}
      aria-label="Loading"
      onCancel={close}
      className="m-auto w-[min(22rem,calc(100vw-2rem))] rounded-2xl border border-line bg-surface p-6 text-fg shadow-dialog backdrop:bg-backdrop"
    >
      <div className="grid justify-items-center gap-4 text-center">
        {!onRetry && <Spinner className="size-7 text-accent" />}
        <p role="status" className="text-15 text-muted">
          {sentence(isOnline, onRetry !== undefined)}
        </p>
        <div className="flex gap-2">
          {onRetry && (
            <Button look="primary" onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button onClick={close}>Close</Button>
        </div>
      </div>
    </dialog>
  );
}

function sentence(isOnline: boolean, hasFailed: boolean): string {
  if (!isOnline) return 'You are offline. This opens when the network is back.';
  return hasFailed ? 'This could not be loaded. Your place on the page is kept.' : 'Just a moment.';
}
