import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from '../history/overlay-history';

interface NativeDialogProps {
  /** Its name for screen readers: the text itself, or the id of the element that has it. */
  label: { 'aria-label': string } | { 'aria-labelledby': string };
  /** The id of the element with what it says as it opens. */
  describedBy: string;
  /** Called on Escape and on Back. */
  onClose: () => void;
  /** Delay before the dialog is visible. */
  shownAfterMs?: number;
  children: ReactNode;
}

/**
 * A small native dialog, open while it is mounted: it needs no further code. When it is removed, the focus
 * returns to where it was.
 */
export function NativeDialog({ label, describedBy, onClose, shownAfterMs = 0, children }: NativeDialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  useBackCloses(true, onClose);
  useEffect(() => {
    const timer = setTimeout(() => box.current?.showModal(), shownAfterMs);
    return () => clearTimeout(timer);
  }, [shownAfterMs]);
  // Closing restores the focus; removal alone does not.
  useLayoutEffect(() => {
    const dialog = box.current;
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      {...label}
      aria-describedby={describedBy}
      onCancel={onClose}
      className="m-auto w-[min(24rem,calc(100vw-2rem))] rounded-2xl border border-line bg-surface p-6 text-fg shadow-dialog backdrop:bg-backdrop"
    >
      {children}
    </dialog>
  );
}
