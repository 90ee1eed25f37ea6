import { me } from '@likewell/contracts/gateway/auth';
import type { User } from '@likewell/contracts/gateway/user';
import { call } from '../api/client';
import { getSession, isUser, saveSession } from './session-store';

/**
 * Maximum number of requests. A member who tips faster than the server responds gets the balance from the
 * tips' own responses.
 */
const TRIES = 3;

/**
 * Updates the signed-in member from the server. Data that arrive during the request, such as the balance
 * after a tip, may be newer than its response; then it is repeated. A session that has ended meanwhile is not
 * restored.
 * @throws ApiError when there is no response, or no valid member in it
 */
export async function refreshUser(signal?: AbortSignal): Promise<void> {
  const { token } = getSession();
  for (let tried = 0; token !== null && tried < TRIES; tried++) {
    const before = getSession();
    const fresh = await call(me, { signal }, isUser);
    const now = getSession();
    if (now.token !== token) return;
    if (now.user === before.user) {
      saveSession(token, withKnownBalance(fresh, before.user));
      return;
    }
  }
}

/** Keeps what only the ledger knows while it is unavailable: the balance, and the day of the bonus. */
function withKnownBalance(fresh: User, before: User | null): User {
  if (!fresh.tokens_unknown || before?.id !== fresh.id) return fresh;
  const { tokens, tokensNano, tokens_unknown, bonus_due_on } = before;
  return { ...fresh, tokens, tokensNano, tokens_unknown, bonus_due_on };
}
