import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { focusMainIfLost } from '../hooks/focus-main';
import { Backdrop, CloseButton, OverlayViewport, useOverlay } from './overlay';

/** In the middle of the title's first line, whatever its own size; its sign ends where the content does. */
const CLOSE = 'absolute top-7.5 right-6.5 translate-x-1/2 -translate-y-1/2 sm:top-9.5 sm:right-8.5';

export interface ModalProps {
  title: string;
  /** Gets the focus back after the modal. */
  opener: HTMLElement | null;
  /** Called after the last frame. */
  onClosed: () => void;
  /** For content whose height changes: its top stays in place. */
  topAligned?: boolean;
  /** The content, given a function that closes the modal. */
  children: (close: () => void) => ReactNode;
}

/**
 * A dialog over the page. It locks the page's scroll, keeps the focus, and closes on
 * Escape and on a press outside.
 */
export function Modal({ title, opener, onClosed, topAligned = false, children }: ModalProps) {
  const { root, close } = useOverlay(onClosed);
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root {...root}>
      <Dialog.Portal>
        <Backdrop />
        <OverlayViewport
          className={`sm:p-6 ${topAligned ? 'items-start pt-[8dvh] sm:pt-[10dvh]' : 'items-end sm:items-center'}`}
        >
          <Dialog.Popup
            ref={popup}
            initialFocus={(by) => firstFocus(popup.current, by)}
            finalFocus={() => focusAfter(opener)}
            className={
              'rise-in-out relative w-full rounded-t-2xl border border-line bg-surface p-4 shadow-dialog outline-none ' +
              'pb-[max(1rem,env(safe-area-inset-bottom))] sm:max-w-105 sm:rounded-2xl sm:p-6 ' +
              (topAligned ? 'max-sm:min-h-[92dvh]' : '')
            }
          >
            <Dialog.Title className="pr-12 pb-4 text-21 font-title leading-title">{title}</Dialog.Title>
            {children(close)}
            <CloseButton className={CLOSE} />
          </Dialog.Popup>
        </OverlayViewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * Returns the element that gets the focus: the field marked for it; after a touch the popup itself, so that
 * no on-screen keyboard covers the dialog.
 */
function firstFocus(popup: HTMLElement | null, openedBy: string): HTMLElement | true {
  if (openedBy === 'touch') return true;
  return popup?.querySelector<HTMLElement>('[data-first-focus]') ?? true;
}

/**
 * Returns the element that gets the focus after a dialog: its opener. The screen gets it where that has gone, or where
 * Tab does not reach it, as the screen or a part of it; Base UI would give it to the first link in it.
 */
export function focusAfter(opener: HTMLElement | null): HTMLElement | false {
  if (opener?.isConnected && opener.tabIndex >= 0) return opener;
  // Once the popup, which has it now, is gone.
  queueMicrotask(focusMainIfLost);
  return false;
}
