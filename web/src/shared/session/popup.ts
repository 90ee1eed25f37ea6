import type { PopupMessage } from '@likewell/contracts/gateway/auth';
import { ApiError } from '../api/api-error';
import { POPUP_HEIGHT_PX, POPUP_POLL_MS, POPUP_TIMEOUT_MS, POPUP_WIDTH_PX } from '../config/limits';

type PopupSession = Exclude<PopupMessage, { error: string }>;

/** Time for a last message, which may arrive after the window was seen to be closed. */
const LAST_WORD_MS = 100;

/** Opens the window for a sign-in; null when the browser does not allow it. */
export function openPopup(url: string): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - POPUP_WIDTH_PX) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - POPUP_HEIGHT_PX) / 2);
  const place = `left=${left},top=${top}`;
  return window.open(url, '_blank', `popup,width=${POPUP_WIDTH_PX},height=${POPUP_HEIGHT_PX},${place}`);
}

/** Returns the session that a sign-in window sends at its end. @throws Error as {@link messageFrom} */
export const sessionFrom = (popup: Window | null): Promise<PopupSession> =>
  messageFrom(popup, ({ token, user }) =>
    typeof token === 'string' && token !== '' && user ? { token, user: user as PopupSession['user'] } : null,
  );

/**
 * Returns the proof of a Google account that a window sends at its end. @throws Error as {@link messageFrom}
 */
export const proofFrom = (popup: Window | null): Promise<string> =>
  messageFrom(popup, ({ proof }) => (typeof proof === 'string' && proof !== '' ? proof : null));

/**
 * Waits for the message that the window's last page sends (spec, section 4), and closes the window.
 * @throws Error 'Popup blocked', 'Authentication popup closed', 'Authentication timed out', 'Authentication
 *   failed', or with the text of the message (spec, section 8)
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

/**
 * Returns true for the page's own origin, with or without the www prefix on either side (spec, section 4).
 */
export const isOwnOrigin = (origin: string, own: string) => withoutWww(origin) === withoutWww(own);

const withoutWww = (origin: string) => origin.replace(/^(https?:\/\/)www\./, '$1');

/** The texts of the modal for these errors (spec, section 8); any other error shows its own text. */
const SHOWN_AS: Partial<Record<string, string>> = {
  'Popup blocked': 'Enable pop-ups and try again.',
  'Authentication popup closed': 'You closed the pop-up before finishing sign in.',
  'Authentication timed out': 'Login timed out. Enable pop-ups and try again.',
};

export const popupErrorText = ({ message }: Error): string => SHOWN_AS[message] ?? (message || 'Error');
