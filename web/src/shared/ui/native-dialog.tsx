import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from '../history/overlay-history';

interface NativeDialogProps {
  /** Its name for screen readers: the text itself, or the id of the element that has it. */
  label: { 'aria-label': string } | { 'aria-labelledby': string };
  /** Asked for by Escape and by Back. */
  onClose: () => void;
  /** Until then nothing is shown. */
  shownAfterMs?: number;
  children: ReactNode;
}

/**
 * A small dialog of the browser's own, open while it is mounted: it needs nothing that is fetched. When it goes, the focus
 * is where it was before.
 */
export function NativeDialog({ label, onClose, shownAfterMs = 0, children }: NativeDialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  useBackCloses(true, onClose);
  useEffect(() => {
    const timer = setTimeout(() => box.current?.showModal(), shownAfterMs);
    return () => clearTimeout(timer);
  }, [shownAfterMs]);
  // Closing gives the focus back, removal does not.
  useLayoutEffect(() => {
    const dialog = box.current;
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      {...label}
      onCancel={onClose}
      className="m-auto w-[min(24rem,calc(100vw-2rem))] rounded-2xl border border-line bg-surface p-6 text-fg shadow-dialog backdrop:bg-backdrop"
    >
      {children}
    </dialog>
  );
}
