import { useEffect, useState } from 'react';
import { useIsNavigating } from '../history/page-router';
import { useIsOnline } from '../hooks/use-is-online';
import { useIsScreenAwaited } from './lazy-component';

/** Delay of the bar: a screen that is loaded at once needs none. */
const SHOWN_AFTER_MS = 50;

/**
 * A line at the top of the window while the next screen is loading, so that a press has a visible effect; and
 * a sentence, where that needs a network first.
 */
export function LoadingBar() {
  return useIsScreenAwaited() ? <Bar /> : null;
}

function Bar() {
  const [isLate, setIsLate] = useState(false);
  const isOnline = useIsOnline();
  const isNavigating = useIsNavigating();
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {isLate && (
        <div
          role="progressbar"
          aria-label="Loading"
          className="fixed inset-x-0 top-0 z-60 h-0.75 animate-shimmer bg-accent-fill print:hidden"
        />
      )}
      <p
        role="status"
        className="fixed top-[calc(var(--bars)+8px)] left-1/2 z-60 w-max max-w-[calc(100vw-1.5rem)] -translate-x-1/2 rounded-xl border border-line bg-raised px-4 py-2 text-15 shadow-dialog empty:hidden print:hidden"
      >
        {isLate && isNavigating && !isOnline && 'You are offline. This page opens when the network is back.'}
      </p>
    </>
  );
}
