import { ApiError, isPassing } from '../../shared/api/api-error';
import { refreshUser } from '../../shared/session/refresh-user';
import { dropSession, getSession } from '../../shared/session/session-store';

const GIVE_UP_AFTER_MS = 60_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 8000;

/**
 * Asks once at start-up who the stored session belongs to (spec, sections 4 and 7). Until the response is
 * there the stored user is shown. An outage is waited out for a minute, so that it logs nobody out; any
 * other failure, or the end of that minute, drops the session. Without a network there is no response at all, which is
 * waited for as long as the page is there.
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
      // Somebody signed out, or in as another member, meanwhile.
      if (getSession().token !== token) return;
      if (error instanceof ApiError && error.status === 0) giveUpAt = Date.now() + GIVE_UP_AFTER_MS;
      if (!isPassing(error) || Date.now() + pause >= giveUpAt) {
        dropSession(token);
        return;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
