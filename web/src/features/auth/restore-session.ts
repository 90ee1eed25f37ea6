import { ApiError, isPassing } from '../../shared/api/api-error';
import { refreshUser } from '../../shared/session/refresh-user';
import { dropSession, getSession } from '../../shared/session/session-store';

const GIVE_UP_AFTER_MS = 60_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 8000;

/**
 * Asks the server once at start-up to whom the stored session belongs (spec, sections 4 and 7). The stored
 * user is shown until the response. An outage is waited out for a minute, so that it logs nobody out; any
 * other failure, or the end of that minute, drops the session. Without a network there is no response, when
 * others in the same network send too many requests the response is 429, and when there is no place for it
 * OVERLOADED: all three are waited out for as long as the page is open.
 */
export async function restoreSession(): Promise<void> {
  const { token } = getSession();
  if (token === null) return;
  let giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      await refreshUser();
      return;
    } catch (error) {
      // The member has signed out meanwhile, or another one has signed in.
      if (getSession().token !== token) return;
      if (saysNothing(error)) giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
      if (!isPassing(error) || Date.now() + pause >= giveUpAt) {
        dropSession(token);
        return;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Returns true for a failure that says nothing about the session or the server. */
const saysNothing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.isRateLimited || error.code === 'OVERLOADED');
