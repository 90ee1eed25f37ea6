import { formatLike } from '@likewell/contracts/core/money';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, errorText } from '../../shared/api/api-error';
import { notify } from '../../shared/notices/notice-store';
import { fetchPost } from '../../shared/posts/post.api';
import { updatePost } from '../../shared/posts/post-cache';
import { recordSentTip } from '../../shared/posts/sent-tips';
import { getSession, updateUser } from '../../shared/session/session-store';
import { GAVE_UP, isUnderWay, OUTCOME_UNKNOWN, settleTip } from './settle-tip';
import { beginIntent, openIntents, type TipIntent } from './tip-intent';

/**
 * Sends nano-LIKE to a post, takes over the balance that the server answers with, and reads the post again
 * for its likes_sum (spec, section 7). All of it happens even when the dialog is closed meanwhile; then the outcome
 * is told by a notice. `isAsking` while it is not known whether the tip went.
 */
export function useSendTip(postId: number) {
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const tip = useMutation({
    mutationFn: async (amountNano: bigint) => {
      const intent = beginIntent({ payerId: getSession().user?.id ?? 0, postId, amountNano });
      try {
        const likesUpdated = await carryOut(client, intent, () => setIsAsking(true));
        if (!isShown.current) notifySent(intent);
        return { likesUpdated };
      } catch (error) {
        if (!isShown.current) notifyNotSent(intent, error);
        throw error;
      }
    },
    onSettled: () => setIsAsking(false),
  });
  return { ...tip, isAsking };
}

/** Asks about the tips of a member whose outcome a reload or an ended session left unknown, and tells it. */
export function useOpenTips(memberId: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (memberId === null) return;
    // A tip that was sent from this page already is its dialog's to tell.
    for (const intent of openIntents(memberId).filter((open) => !isUnderWay(open))) {
      carryOut(client, intent, () => undefined).then(
        () => notifySent(intent),
        (error: unknown) => notifyNotSent(intent, error),
      );
    }
  }, [client, memberId]);
}

async function carryOut(client: QueryClient, intent: TipIntent, onUnknown: () => void): Promise<boolean> {
  const { tokens, tokensNano } = await settleTip(intent, onUnknown);
  if (getSession().user?.id === intent.payerId) updateUser({ tokens, tokensNano });
  return refreshLikes(client, intent.postId);
}

/** False when the post could not be read again. */
async function refreshLikes(client: QueryClient, postId: number): Promise<boolean> {
  try {
    const post = await fetchPost(postId);
    recordSentTip(postId);
    updatePost(client, postId, post);
    return true;
  } catch {
    return false;
  }
}

const notifySent = ({ amountNano }: TipIntent) =>
  notify(`Your tip of ${formatLike(amountNano)} LIKE was sent.`);

function notifyNotSent({ amountNano }: TipIntent, error: unknown): void {
  if (error instanceof ApiError && error.code === OUTCOME_UNKNOWN) return;
  if (error instanceof ApiError && error.code === GAVE_UP) {
    notify(error.message);
    return;
  }
  notify(`Your tip of ${formatLike(amountNano)} LIKE was not sent. ${errorText(error, 'Error')}`);
}
