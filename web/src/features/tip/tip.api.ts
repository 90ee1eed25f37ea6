import { formatLike } from '@likewell/contracts/core/money';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, errorText } from '../../shared/api/api-error';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { profilesKey } from '../../shared/members/profile.api';
import { announce } from '../../shared/notices/announcement';
import { notify } from '../../shared/notices/notice-store';
import { updatePost } from '../../shared/posts/change-posts';
import { fetchPost } from '../../shared/posts/post.api';
import { recordSentTip } from '../../shared/posts/sent-tips';
import { getSession, updateUser } from '../../shared/session/session-store';
import { GAVE_UP, isTakenOver, isUnderWay, type OnUnknown, OUTCOME_UNKNOWN, settleTip } from './settle-tip';
import { beginIntent, openIntents, type TipIntent } from './tip-intent';

/**
 * Sends nano-LIKE to a post, stores the balance of the server's response, and reads the post again for its
 * likes_sum (spec, section 7); then the dialog closes, and that the tip was sent is read out. All of this happens
 * even if the dialog is closed meanwhile; then a notice shows the outcome to who sent it. `askingAfter` is the
 * error of the latest attempt while the outcome is unknown, otherwise null.
 */
export function useSendTip(postId: number) {
  const client = useQueryClient();
  const [askingAfter, setAskingAfter] = useState<ApiError | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const tip = useSingleMutation({
    mutationFn: async (amountNano: bigint) => {
      const intent = beginIntent({ payerId: getSession().user?.id ?? 0, postId, amountNano });
      try {
        const likesUpdated = await carryOut(client, intent, setAskingAfter);
        if (!isShown.current) notifySent(intent);
        else if (likesUpdated) announce(sentSentence(intent));
        return likesUpdated;
      } catch (error) {
        if (!isShown.current) notifyNotSent(intent, error);
        throw error;
      }
    },
    onSettled: () => setAskingAfter(null),
  });
  return { ...tip, askingAfter };
}

/** Requests the outcome of a member's tips that a reload or an ended session left unknown, and shows it. */
export function useOpenTips(memberId: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (memberId === null) return;
    // A tip that this page has sent is left to its dialog.
    for (const intent of openIntents(memberId).filter((open) => !isUnderWay(open))) {
      carryOut(client, intent, () => undefined).then(
        () => notifySent(intent),
        (error: unknown) => notifyNotSent(intent, error),
      );
    }
  }, [client, memberId]);
}

/** A profile's sum comes from posts, which hears of a tip a moment after the ledger has answered for its post. */
const SUMS_FOLLOW_MS = 1000;

async function carryOut(client: QueryClient, intent: TipIntent, onUnknown: OnUnknown): Promise<boolean> {
  const { tokens, tokensNano } = await settleTip(intent, onUnknown);
  // The latest caller does the rest.
  if (isTakenOver(intent)) return true;
  if (getSession().user?.id === intent.payerId) updateUser({ tokens, tokensNano });
  return refreshLikes(client, intent.postId);
}

/** Returns false when the post could not be read again. */
async function refreshLikes(client: QueryClient, postId: number): Promise<boolean> {
  try {
    const post = await fetchPost(postId);
    recordSentTip(postId);
    updatePost(client, post);
    setTimeout(() => void client.invalidateQueries({ queryKey: profilesKey }), SUMS_FOLLOW_MS);
    return true;
  } catch {
    return false;
  }
}

const sentSentence = ({ amountNano }: TipIntent) => `Your tip of ${formatLike(amountNano)} LIKE was sent.`;

const notifySent = (intent: TipIntent) => notifyOnce(intent, sentSentence(intent));

function notifyNotSent(intent: TipIntent, error: unknown): void {
  if (error instanceof ApiError && error.code === OUTCOME_UNKNOWN) return;
  if (error instanceof ApiError && error.code === GAVE_UP) {
    notifyOnce(intent, error.message);
    return;
  }
  notifyOnce(
    intent,
    `Your tip of ${formatLike(intent.amountNano)} LIKE was not sent. ${errorText(error, 'Error')}`,
  );
}

/** Shows a notice about a tip, unless a later dialog has sent the same one: that dialog tells the outcome. */
function notifyOnce(intent: TipIntent, text: string): void {
  if (!isTakenOver(intent)) notify(text, intent.payerId);
}
