import type { PopupMessage } from '@likewell/contracts/gateway/auth';
import { ApiError } from '../api/api-error';
import { POPUP_HEIGHT_PX, POPUP_POLL_MS, POPUP_TIMEOUT_MS, POPUP_WIDTH_PX } from '../config/limits';

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

/** The session with which a window of a sign-in ends. @throws Error as {@link messageFrom} */
export const sessionFrom = (popup: Window | null): Promise<PopupSession> =>
  messageFrom(popup, ({ token, user }) =>
    typeof token === 'string' && token !== '' && user ? { token, user: user as PopupSession['user'] } : null,
  );

/** The proof of an account at Google with which a window ends. @throws Error as {@link messageFrom} */
export const proofFrom = (popup: Window | null): Promise<string> =>
  messageFrom(popup, ({ proof }) => (typeof proof === 'string' && proof !== '' ? proof : null));

/**
 * Waits for the message with which the window's last page ends (spec, section 4), and closes the window.
 * @throws Error 'Popup blocked', 'Authentication popup closed', 'Authentication timed out', 'Authentication
 *   failed', or with what the message says (spec, section 8)
 */
function messageFrom<Message>(
  popup: Window | null,
  read: (data: Record<string, unknown>) => Message | null,
): Promise<Message> {
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
    const fail = (text: string) => failWith(new Error(text));
    const failWith = (error: Error) => end(() => reject(error));
    const timeout = setTimeout(() => fail('Authentication timed out'), POPUP_TIMEOUT_MS);
    const poll = setInterval(() => {
      if (popup.closed) setTimeout(() => fail('Authentication popup closed'), LAST_WORD_MS);
    }, POPUP_POLL_MS);
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== popup || !isOwnOrigin(origin, location.origin)) return;
      const { error, code, details, ...rest } = (data ?? {}) as Record<string, unknown>;
      const message = error ? null : read(rest);
      if (message !== null) end(() => resolve(message));
      else if (typeof error === 'string' && typeof code === 'string')
        failWith(new ApiError(401, error, code, { details }));
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
