import { X } from 'lucide-react';
import { type FocusEvent, type MouseEvent, useRef } from 'react';
import { focusMain } from '../shared/hooks/focus-main';
import { dismiss, useNotices } from '../shared/notices/notice-store';
import { Button } from '../shared/ui/button';

/** The notices that wait to be read, at the bottom of the window. */
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
    <div
      ref={host}
      role="status"
      onFocus={enter}
      className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--bottom-bar)+12px)] z-40 grid justify-items-center gap-2 lying:left-[calc(var(--rail)+12px)] print:hidden"
    >
      {notices.map(({ id, text }) => (
        <div
          key={id}
          className="pointer-events-auto flex max-w-120 items-center gap-2 rounded-xl border border-line bg-raised py-1 pr-1 pl-4 shadow-dialog"
        >
          <p className="text-15 wrap-anywhere">{text}</p>
          <Button look="plain" size="icon" aria-label="Dismiss" onClick={close(id)}>
            <X className="size-4.5" />
          </Button>
        </div>
      ))}
    </div>
  );
}
