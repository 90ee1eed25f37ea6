import { type ReactNode, useEffect, useState } from 'react';
import { useIsNavigating } from '../history/page-router';
import { useIsOnline } from '../hooks/use-is-online';
import { useIsScreenAwaited } from './lazy-component';
import { Status } from './status';

/** Delay of both: a screen that is loaded at once needs neither. */
const SHOWN_AFTER_MS = 50;

/**
 * A line at the top of the window while the next screen is loading, so that a press has a visible effect; and
 * a sentence, where that needs a network first.
 */
export function LoadingBar() {
  const isAwaited = useIsScreenAwaited();
  const isNavigating = useIsNavigating();
  const isOnline = useIsOnline();
  return (
    <>
      {isAwaited && (
        <Delayed>
          <div
            role="progressbar"
            aria-label="Loading"
            className="fixed inset-x-0 top-0 z-60 h-0.75 animate-shimmer bg-accent-fill print:hidden"
          />
        </Delayed>
      )}
      <Status
        aria-live="polite"
        className="fixed top-[calc(var(--bars)+8px)] left-1/2 z-60 w-max max-w-[calc(100vw-1.5rem)] -translate-x-1/2 rounded-xl border border-line bg-raised px-4 py-2 text-15 shadow-dialog print:hidden"
      >
        {isAwaited && isNavigating && !isOnline && (
          <Delayed>You are offline. This page opens when the network is back.</Delayed>
        )}
      </Status>
    </>
  );
}

/** What it contains, once it has been on the page for a moment. */
function Delayed({ children }: { children: ReactNode }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate && children;
}
