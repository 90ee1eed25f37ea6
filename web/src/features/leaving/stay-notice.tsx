import { useLayoutEffect, useRef, useState } from 'react';
import { longMoment } from '../../shared/format/dates';
import { focusMain } from '../../shared/hooks/focus-main';
import { StayButton } from './stay-button';

/**
 * Tells a member who signs in again that their account is going to be deleted, and lets them cancel that. It
 * stands above the screen; a member who signs in further down the page sees it below the bars.
 */
export function StayNotice({ deletionAt }: { deletionAt: string }) {
  const [isOutOfView] = useState(() => window.scrollY > 0);
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const own = box.current;
    // Its button goes with it.
    return () => {
      if (own?.contains(document.activeElement)) focusMain();
    };
  }, []);
  return (
    <aside
      ref={box}
      aria-label="Your account"
      className={`pointer-events-none container-page pt-4 print:hidden ${isOutOfView ? 'sticky top-(--bars) z-20' : ''}`}
    >
      <div className="pointer-events-auto flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-raised px-4 py-3">
        <p className="text-15">Your account will be deleted on {longMoment.format(new Date(deletionAt))}.</p>
        <StayButton />
      </div>
    </aside>
  );
}
