import { likePost } from '@likewell/contracts/gateway/posts';
import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { formatLike } from '@likewell/contracts/core/money';
import { ApiError } from '../../shared/api/api-error';
import { call, CONFIRMATION_NEEDED } from '../../shared/api/client';
import { pauseOrOnline } from '../../shared/api/pause-or-online';
import { getSession } from '../../shared/session/session-store';
import { endIntent, RETRY_WITHIN_MS, type TipIntent } from './tip-intent';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5000;

/** The code of a 401 to a question: the tip may have gone, and is asked for when its sender is back. */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN';

/** The code of a tip that was asked for in vain until nobody asks any more; its sentence is for the sender. */
export const GAVE_UP = 'GAVE_UP';

/** Rejections of a server that had a look: nothing was moved. Others with such a status leave it open. */
const NOT_DONE = new Set(['PAUSED', 'ACCOUNT_NOT_OPEN', 'AUTHOR_ACCOUNT_NOT_OPEN', 'RATE_LIMITED']);

type Sent = RouteResponse<typeof likePost>;

/** One response serves all who ask about a tip: the dialog that sent it, and the page that was loaded anew. */
const underWay = new Map<string, Promise<Sent>>();

/** True while its outcome is asked for; whoever began that tells it. */
export const isUnderWay = ({ key }: TipIntent): boolean => underWay.has(key);

/**
 * Sends a tip and learns its outcome. Where no response comes it is asked for by sending the same key again, which counts once:
 * at once when the network is back, and every few seconds. `onUnknown` is called with each try that leaves it unknown.
 * @throws ApiError when the money did not go; OUTCOME_UNKNOWN when the session ended before that was known, or the sender would
 * not confirm the question; GAVE_UP when it was asked for too long
 */
export function settleTip(intent: TipIntent, onUnknown: () => void): Promise<Sent> {
  const known = underWay.get(intent.key);
  if (known) return known;
  const settling = settle(intent, onUnknown).finally(() => underWay.delete(intent.key));
  underWay.set(intent.key, settling);
  return settling;
}

async function settle(intent: TipIntent, onUnknown: () => void): Promise<Sent> {
  const giveUpAt = Date.now() + RETRY_WITHIN_MS;
  let isUnknown = intent.isRetry;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const sent = await send(intent);
      endIntent(intent);
      return sent;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // What rejects a question says nothing about the tip that went before.
      const isOpen =
        error.leavesOutcomeOpen && (isUnknown || (!NOT_DONE.has(error.code) && error.status !== 429));
      if (!isOpen) {
        if (isUnknown && error.status === 401) throw new ApiError(401, '', OUTCOME_UNKNOWN);
        // Who would rather not confirm has asked nothing: what went before is asked for another time.
        if (isUnknown && error.code === CONFIRMATION_NEEDED)
          throw new ApiError(error.status, error.message, OUTCOME_UNKNOWN);
        endIntent(intent);
        throw error;
      }
      if (Date.now() > giveUpAt) throw new ApiError(error.status, unknownSentence(intent), GAVE_UP);
    }
    onUnknown();
    isUnknown = true;
    await pauseOrOnline(pause);
    // Somebody else may have signed in meanwhile, and must not pay.
    if (getSession().user?.id !== intent.payerId) throw new ApiError(401, '', OUTCOME_UNKNOWN);
  }
}

const unknownSentence = ({ amountNano }: TipIntent) =>
  `It is not known whether your tip of ${formatLike(amountNano)} LIKE was sent. The history of your wallet will tell.`;

const send = ({ key, postId, amountNano }: TipIntent) =>
  call(likePost, {
    params: { id: String(postId) },
    body: { amount: Number(formatLike(amountNano)) },
    idempotencyKey: key,
  });
