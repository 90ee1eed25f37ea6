import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useState } from 'react';
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

/** Darkens the page under a dialog. */
export const Backdrop = () => <Dialog.Backdrop className="fade-in-out fixed inset-0 z-40 bg-backdrop" />;
