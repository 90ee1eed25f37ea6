import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useBackCloses } from '../history/overlay-history';
import { buttonClass } from './button';

/**
 * A dialog that is open from its first frame on: the properties of its root, and a function that closes it. Back closes
 * it too; `onClosed` is called after its last frame.
 */
export function useOverlay(onClosed: () => void) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  useBackCloses(open, close);
  const onOpenChangeComplete = (isOpen: boolean) => !isOpen && onClosed();
  return { root: { open, onOpenChange: setOpen, onOpenChangeComplete }, close };
}

/** The sign that closes a dialog. */
export const CloseButton = ({ className }: { className?: string }) => (
  <Dialog.Close aria-label="Close" className={buttonClass({ look: 'plain', size: 'icon', className })}>
    <X className="size-5" />
  </Dialog.Close>
);

/** The place of a dialog's popup over the page: it scrolls when the popup is higher than the window. */
export const OverlayViewport = ({ className, children }: { className: string; children: ReactNode }) => (
  <Dialog.Viewport className="fixed inset-0 z-50 overflow-y-auto overscroll-contain">
    <div className={`flex min-h-full justify-center ${className}`}>{children}</div>
  </Dialog.Viewport>
);

/** Darkens the page under a dialog. */
export const Backdrop = () => <Dialog.Backdrop className="fade-in-out fixed inset-0 z-40 bg-backdrop" />;
