import type { PopupMessage } from '@likewell/contracts/gateway/auth';
import { POPUP_HEIGHT_PX, POPUP_POLL_MS, POPUP_TIMEOUT_MS, POPUP_WIDTH_PX } from '../../shared/config/limits';

type PopupSession = Exclude<PopupMessage, { error: string }>;

/** A last word that was said before the window closed may arrive after the closing was seen. */
const LAST_WORD_MS = 100;

/** Opens the window in which somebody signs in; null when the browser does not allow it. */
export function openPopup(url: string): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - POPUP_WIDTH_PX) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - POPUP_HEIGHT_PX) / 2);
  const place = `left=${left},top=${top}`;
  return window.open(url, '_blank', `popup,width=${POPUP_WIDTH_PX},height=${POPUP_HEIGHT_PX},${place}`);
}

/**
 * Waits for the message with which the window's last page ends (spec, section 4), and closes the window.
 * @throws Error 'Popup blocked', 'Authentication popup closed', 'Authentication timed out', 'Authentication
 *   failed', or with what the message says (spec, section 8)
 */
export function sessionFrom(popup: Window | null): Promise<PopupSession> {
  if (popup === null || popup.closed) return Promise.reject(new Error('Popup blocked'));
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const end = (settle: () => void) => {
      if (ended.signal.aborted) return;
      ended.abort();
      clearTimeout(timeout);
      clearInterval(poll);
      popup.close();
      settle();
    };
    const fail = (text: string) => end(() => reject(new Error(text)));
    const timeout = setTimeout(() => fail('Authentication timed out'), POPUP_TIMEOUT_MS);
    const poll = setInterval(() => {
      if (popup.closed) setTimeout(() => fail('Authentication popup closed'), LAST_WORD_MS);
    }, POPUP_POLL_MS);
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== popup || !isOwnOrigin(origin, location.origin)) return;
      const { token, user, error } = (data ?? {}) as Partial<PopupSession & { error: unknown }>;
      if (typeof token === 'string' && token !== '' && user && !error) end(() => resolve({ token, user }));
      else fail(typeof error === 'string' && error !== '' ? error : 'Authentication failed');
    };
    window.addEventListener('message', hear, { signal: ended.signal });
  });
}

/** True for the page's own origin, with or without the www prefix on either side (spec, section 4). */
export const isOwnOrigin = (origin: string, own: string) => withoutWww(origin) === withoutWww(own);

const withoutWww = (origin: string) => origin.replace(/^(https?:\/\/)www\./, '$1');

/** The texts that the modal shows for these errors (spec, section 8); any other error speaks for itself. */
const SHOWN_AS: Partial<Record<string, string>> = {
  'Popup blocked': 'Enable pop-ups and try again.',
  'Authentication popup closed': 'You closed the pop-up before finishing sign in.',
  'Authentication timed out': 'Login timed out. Enable pop-ups and try again.',
};

export const popupErrorText = ({ message }: Error): string => SHOWN_AS[message] ?? (message || 'Error');
