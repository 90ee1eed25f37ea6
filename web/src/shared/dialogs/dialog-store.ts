import type { Post } from '@likewell/contracts/gateway/posts';
import { createStore, useStore } from '../store/store';

interface AuthRequest {
  kind: 'auth';
  tab: 'login' | 'signup';
  /** Why there is something to log in for, where that is not plain. */
  reason?: string;
  /** Goes on with what the visitor wanted, once the dialog has closed on a new session. */
  onSignedIn?: () => void;
}

interface TipRequest {
  kind: 'tip';
  post: Post;
  /** What the field holds at first, where somebody typed it before. */
  amount?: string;
}

interface ConfirmRequest {
  kind: 'confirm';
  /** In which the member can confirm that it is them. */
  ways: readonly string[];
  onConfirmed: () => void;
}

/** The dialogs that any part of the page may ask for; the app's dialog host shows them. */
export type DialogRequest = AuthRequest | ConfirmRequest | TipRequest | { kind: 'share'; postId: number };

export interface OpenDialog {
  request: DialogRequest;
  /** What had the focus when the dialog was asked for, and gets it back. */
  opener: HTMLElement | null;
}

const dialog = createStore<OpenDialog | null>(null);

/** Shows a dialog; one that is open already gives way. */
export function openDialog(request: DialogRequest, opener?: HTMLElement | null): void {
  dialog.set({ request, opener: opener ?? dialog.get()?.opener ?? focused() });
}

/** What has the focus; of an item of a menu, which goes with its menu, the button of that menu. */
function focused(): HTMLElement | null {
  const { activeElement } = document;
  if (activeElement?.closest('[role=menu]'))
    return document.querySelector<HTMLElement>('[aria-haspopup=menu][aria-expanded=true]');
  return activeElement instanceof HTMLElement ? activeElement : null;
}

/** Takes the dialog away at once; a dialog that closes itself calls it when its last frame was shown. */
export function removeDialog(): void {
  if (dialog.get() !== null) dialog.set(null);
}

/** Calls back once, when this request's dialog is no longer the one that is open. */
export function whenGone(request: DialogRequest, onGone: () => void): void {
  const unsubscribe = dialog.subscribe(() => {
    if (dialog.get()?.request === request) return;
    unsubscribe();
    onGone();
  });
}

/** The dialog that is open, or null. */
export const useOpenDialog = (): OpenDialog | null => useStore(dialog);
