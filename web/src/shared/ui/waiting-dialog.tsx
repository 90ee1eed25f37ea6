import { useId } from 'react';
import { useIsOnline } from '../hooks/use-is-online';
import { Button } from './button';
import { NativeDialog } from './native-dialog';
import { Spinner } from './spinner';
import { Status } from './status';

/**
 * Delay before it is shown: a faster dialog needs none, and a press still has a visible effect within 100 ms.
 */
const SHOWN_AFTER_MS = 50;

interface WaitingDialogProps {
  onClose: () => void;
  /** Tries again after a failure; undefined while the dialog is still loading. */
  onRetry?: (() => void) | undefined;
}

/** Replaces a dialog or menu whose code is loading, or could not be loaded. */
export function WaitingDialog({ onClose, onRetry }: WaitingDialogProps) {
  const isOnline = useIsOnline();
  const text = useId();
  return (
    <NativeDialog
      label={{ 'aria-label': 'Loading' }}
      describedBy={text}
      onClose={onClose}
      shownAfterMs={SHOWN_AFTER_MS}
    >
      <div className="grid justify-items-center gap-4 text-center">
        {!onRetry && <Spinner className="size-7 text-accent" />}
        <Status id={text} className="text-15 text-muted">
          {sentence(isOnline, onRetry !== undefined)}
        </Status>
        <div className="flex gap-2">
          {onRetry && (
            <Button look="primary" onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </NativeDialog>
  );
}

function sentence(isOnline: boolean, hasFailed: boolean): string {
  if (!isOnline) return 'You are offline. This opens when the network is back.';
  return hasFailed ? 'This could not be loaded. Your place on the page is kept.' : 'Just a moment.';
}
