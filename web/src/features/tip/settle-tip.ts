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

/**
 * Error code after a 401 to a retry: the tip may have been sent, and its outcome is
 * requested when its sender is back.
 */
export const OUTCOME_UNKNOWN = 'OUTCOME_UNKNOWN';

/**
 * Error code of a tip whose outcome was still unknown when the retries ended; its sentence is for the sender.
 */
export const GAVE_UP = 'GAVE_UP';

/**
 * Codes of rejections by a server that handled the tip: nothing was moved. Other responses with such a status
 * leave the outcome open.
 */
const NOT_DONE = new Set(['PAUSED', 'ACCOUNT_NOT_OPEN', 'AUTHOR_ACCOUNT_NOT_OPEN', 'RATE_LIMITED']);

type Sent = RouteResponse<typeof likePost>;
export type OnUnknown = (error: ApiError) => void;

interface TipUnderWay {
  outcome: Promise<Sent>;
  /** The intent of the latest caller, which shows the outcome. */
  intent: TipIntent;
  onUnknown: OnUnknown;
  lastError: ApiError | null;
}

/**
 * Tips whose outcome is being requested, by key. One response serves all callers: the dialogs that sent the
 * tip, and the page after a reload.
 */
const underWay = new Map<string, TipUnderWay>();
const takenOver = new WeakSet<TipIntent>();

/** Returns true while the outcome is being requested; the latest caller shows it. */
export const isUnderWay = ({ key }: TipIntent): boolean => underWay.has(key);

/** Returns true when a later caller shows the outcome. */
export const isTakenOver = (intent: TipIntent): boolean => takenOver.has(intent);

/**
 * Sends a tip and determines its outcome. When no response comes, the request is repeated with the same key,
 * which counts once: as soon as the network is back, and every few seconds. `onUnknown` is called after each
 * attempt that leaves the outcome unknown, with what went wrong. A later caller with the same key takes over:
 * its `onUnknown` is called in place of the earlier one, at once if an attempt has been made.
 * @throws ApiError when the money was not moved; OUTCOME_UNKNOWN when the session ended before the outcome
 *   was known, or the sender did not confirm their identity for a retry; GAVE_UP when the retries took too
 *   long
 */
export function settleTip(intent: TipIntent, onUnknown: OnUnknown): Promise<Sent> {
  const known = underWay.get(intent.key);
  if (known) {
    takenOver.add(known.intent);
    Object.assign(known, { intent, onUnknown });
    if (known.lastError) onUnknown(known.lastError);
    return known.outcome;
  }
  const recordError = (error: ApiError) => {
    tip.lastError = error;
    tip.onUnknown(error);
  };
  const outcome = settle(intent, recordError).finally(() => underWay.delete(intent.key));
  const tip: TipUnderWay = { outcome, intent, onUnknown, lastError: null };
  underWay.set(intent.key, tip);
  return outcome;
}

async function settle(intent: TipIntent, onUnknown: OnUnknown): Promise<Sent> {
  const giveUpAt = Date.now() + RETRY_WITHIN_MS;
  let isUnknown = intent.isRetry;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const sent = await send(intent);
      endIntent(intent);
      return sent;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The rejection of a retry says nothing about the tip before it.
      const isOpen =
        error.leavesOutcomeOpen && (isUnknown || (!NOT_DONE.has(error.code) && !error.isRateLimited));
      if (!isOpen) {
        if (isUnknown && error.status === 401) throw new ApiError(401, '', OUTCOME_UNKNOWN);
        // A sender who does not confirm has made no retry: the outcome of the earlier attempt
        // is requested another time.
        if (isUnknown && error.code === CONFIRMATION_NEEDED)
          throw new ApiError(error.status, error.message, OUTCOME_UNKNOWN);
        endIntent(intent);
        throw error;
      }
      if (Date.now() > giveUpAt) throw new ApiError(error.status, unknownSentence(intent), GAVE_UP);
      onUnknown(error);
    }
    isUnknown = true;
    await pauseOrOnline(pause);
    // Another member may have signed in meanwhile; they must not pay.
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
