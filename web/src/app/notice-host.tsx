import { X } from 'lucide-react';
import { dismiss, useNotices } from '../shared/notices/notice-store';
import { Button } from '../shared/ui/button';

/** The notices that wait to be read, at the bottom of the window. */
export function NoticeHost() {
  const notices = useNotices();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--bottom-bar)+12px)] z-40 grid justify-items-center gap-2 lying:left-[calc(var(--rail)+12px)] print:hidden"
    >
      {notices.map(({ id, text }) => (
        <div
          key={id}
          className="pointer-events-auto flex max-w-120 items-center gap-2 rounded-xl border border-line bg-raised py-1 pr-1 pl-4 shadow-dialog"
        >
          <p className="text-15 wrap-anywhere">{text}</p>
          <Button look="plain" size="icon" aria-label="Dismiss" onClick={() => dismiss(id)}>
            <X className="size-4.5" />
          </Button>
        </div>
      ))}
    </div>
  );
}
