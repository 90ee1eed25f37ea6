import { useEffect, useState } from 'react';
import { useIsScreenAwaited } from './lazy-component';

/** Delay of the bar: a screen that is loaded at once needs none. */
const SHOWN_AFTER_MS = 50;

/** A line at the top of the window while the next screen is loading, so that a press has a visible effect. */
export function LoadingBar() {
  return useIsScreenAwaited() ? <Bar /> : null;
}

function Bar() {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      className="fixed inset-x-0 top-0 z-60 h-0.75 animate-shimmer bg-accent-fill print:hidden"
    />
  );
}
