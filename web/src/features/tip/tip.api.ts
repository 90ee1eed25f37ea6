import { likePost } from '@likewell/contracts/gateway/posts';
import { formatLike } from '@likewell/contracts/core/money';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, isPassing } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { fetchPost } from '../../shared/posts/post.api';
import { updatePost } from '../../shared/posts/post-cache';
import { recordSentTip } from '../../shared/posts/sent-tips';
import { fetchMe } from '../../shared/session/fetch-me';
import { getSession, updateUser } from '../../shared/session/session-store';
import { beginIntent, endIntent, type TipIntent } from './tip-intent';

/**
 * Sends nano-LIKE to a post, takes over the balance that the server answers with, and reads the post again
 * for its likes_sum (spec, section 7). All of it happens even when the dialog is closed meanwhile.
 */
export function useSendTip(postId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (amountNano: bigint) => {
      const payerId = getSession().user?.id ?? 0;
      const { tokens, tokensNano } = await sendTip(beginIntent({ payerId, postId, amountNano }));
      updateUser({ tokens, tokensNano });
      return { likesUpdated: await refreshLikes(client, postId) };
    },
    onError: (error) => {
      // The tip may have gone through unseen; the balance on screen must be the true one.
      if (isPassing(error)) fetchMe().then(updateUser, () => undefined);
    },
  });
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

async function sendTip(intent: TipIntent) {
  try {
    const answer = await call(likePost, {
      params: { id: String(intent.postId) },
      body: { amount: Number(formatLike(intent.amountNano)) },
      idempotencyKey: intent.key,
    });
    endIntent(intent);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && !error.leavesOutcomeOpen) endIntent(intent);
    throw error;
  }
}
