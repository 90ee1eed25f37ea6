import { X } from 'lucide-react';
import { type FocusEvent, type MouseEvent, useRef } from 'react';
import { focusMain } from '../shared/hooks/focus-main';
import { dismiss, useNotices } from '../shared/notices/notice-store';
import { tokenAtStart, useSession } from '../shared/session/session-store';
import { Button } from '../shared/ui/button';
import { lazyComponent } from '../shared/ui/lazy-component';
import { LazyPart } from '../shared/ui/lazy-part';
import { Status } from '../shared/ui/status';

// Fetched for the members alone whom it concerns.
const Welcome = lazyComponent(() => import('../features/welcome/welcome'), 'Welcome');

/** The notices that wait to be read and the welcome, one above the other at the bottom of the window. */
export function NoticeHost() {
  const notices = useNotices();
  const host = useRef<HTMLDivElement>(null);
  const before = useRef<EventTarget | null>(null);
  const enter = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  /** Gives the focus to a notice beside the one that goes, or back to what had it before. */
  const leave = (button: HTMLButtonElement) => {
    if (document.activeElement !== button) return;
    const buttons = [...(host.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(button);
    const next = buttons[at + 1] ?? buttons[at - 1] ?? before.current;
    if (next instanceof HTMLElement && next.isConnected) next.focus({ preventScroll: true });
    else focusMain();
  };
  const close = (id: number) => (event: MouseEvent<HTMLButtonElement>) => {
    leave(event.currentTarget);
    dismiss(id);
  };
  return (
    <div className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--bottom-bar)+12px)] z-40 mx-auto grid max-w-120 lying:left-[calc(var(--rail)+12px)] print:hidden">
      {/* Not atomic: a further notice is read out alone, without those that are still there. */}
      <Status
        ref={host}
        aria-live="polite"
        aria-atomic="false"
        onFocus={enter}
        className="grid justify-items-center gap-2"
      >
        {notices.map(({ id, text }) => (
          <div
            key={id}
            className="pointer-events-auto flex items-center gap-2 rounded-xl border border-line bg-raised py-1 pr-1 pl-4 shadow-dialog"
          >
            <p id={`notice-${id}`} className="text-15 wrap-anywhere">
              {text}
            </p>
            <Button
              look="plain"
              size="icon"
              aria-label="Dismiss"
              aria-describedby={`notice-${id}`}
              onClick={close(id)}
            >
              <X className="size-4.5" />
            </Button>
          </div>
        ))}
      </Status>
      <Status aria-live="polite">
        <WelcomePlace />
      </Status>
    </div>
  );
}

/** Welcomes a member who has signed in since the page was loaded. */
function WelcomePlace() {
  const { token, user } = useSession();
  if (user === null || token === tokenAtStart) return null;
  return (
    <LazyPart>
      <Welcome key={user.id} user={user} />
    </LazyPart>
  );
}
