import { me } from '@likewell/contracts/gateway/auth';
import { ApiError } from '../api/api-error';
import { call } from '../api/client';
import { getSession, isUser, saveSession } from './session-store';

/** Whoever tips faster than the server answers is up to date by the tips' own responses. */
const TRIES = 3;

/**
 * Takes over the signed-in member as the server knows them now. What became known while it was asked, such as the balance after
 * a tip, may be newer than its response: then it is asked again. A session that ended meanwhile stays ended.
 * @throws ApiError when there is no response, or one that is no member
 */
export async function refreshUser(signal?: AbortSignal): Promise<void> {
  const { token } = getSession();
  for (let tried = 0; token !== null && tried < TRIES; tried++) {
    const before = getSession();
    const fresh = await call(me, { signal });
    if (!isUser(fresh)) throw new ApiError(200);
    const now = getSession();
    if (now.token !== token) return;
    if (now.user === before.user) {
      saveSession(token, fresh);
      return;
    }
  }
}
