import type { Post } from '@likewell/contracts/gateway/posts';
import { createStore, useStore } from '../store/store';
import type { ModalProps } from '../ui/modal';

interface AuthRequest {
  kind: 'auth';
  tab: 'login' | 'signup';
  /** Reason to log in, shown above the tabs when it is not obvious. */
  reason?: string;
  /** Continues the visitor's action once the dialog has closed after a successful sign-in. */
  onSignedIn?: () => void;
}

interface TipRequest {
  kind: 'tip';
  post: Post;
  /** Initial value of the field, typed before. */
  amount?: string;
}

interface ConfirmRequest {
  kind: 'confirm';
  /** Ways in which the member can confirm their identity. */
  ways: readonly string[];
  onConfirmed: () => void;
}

/** The dialogs that any part of the page may request; the app's dialog host shows them. */
export type DialogRequest = AuthRequest | ConfirmRequest | TipRequest | { kind: 'share'; postId: number };

/** The properties of the dialog that shows a request of this kind. */
export type DialogProps<Kind extends DialogRequest['kind']> = Pick<ModalProps, 'opener' | 'onClosed'> &
  Omit<Extract<DialogRequest, { kind: Kind }>, 'kind'>;

export interface OpenDialog {
  request: DialogRequest;
  /** The element that had the focus when the dialog was requested; it gets the focus back. */
  opener: HTMLElement | null;
}

const dialog = createStore<OpenDialog | null>(null);

/** Shows a dialog, in place of one that is already open. */
export function openDialog(request: DialogRequest, opener?: HTMLElement | null): void {
  dialog.set({ request, opener: opener ?? dialog.get()?.opener ?? focused() });
}

/** Returns the element with the focus; for an item of a menu, which closes, the button of that menu. */
function focused(): HTMLElement | null {
  const { activeElement } = document;
  if (activeElement?.closest('[role=menu]'))
    return document.querySelector<HTMLElement>('[aria-haspopup=menu][aria-expanded=true]');
  return activeElement instanceof HTMLElement ? activeElement : null;
}

/** Removes the dialog at once. A dialog that closes itself calls this after its last frame. */
export function removeDialog(): void {
  if (dialog.get() !== null) dialog.set(null);
}

/** Calls `onGone` once, when this request's dialog is no longer open. */
export function whenGone(request: DialogRequest, onGone: () => void): void {
  const unsubscribe = dialog.subscribe(() => {
    if (dialog.get()?.request === request) return;
    unsubscribe();
    onGone();
  });
}

/** Returns the open dialog, or null. */
export const getOpenDialog = dialog.get;

/** Does the same as {@link getOpenDialog}, kept up to date. */
export const useOpenDialog = (): OpenDialog | null => useStore(dialog);
