import type { Post } from '@likewell/contracts/gateway/posts';
import { useState } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { openDialog } from '../../shared/dialogs/dialog-store';
import { knownBalance } from '../../shared/session/known-balance';
import { getSession } from '../../shared/session/session-store';
import { OUTCOME_UNKNOWN } from './settle-tip';
import { readTip } from './tip-amount';
import { useSendTip } from './tip.api';

/**
 * Sends the tip of a form, one at a time. After the end of a session it opens the login dialog, and then the
 * tip again with the typed amount.
 */
export function useTipForm(post: Post, onSent: (likesUpdated: boolean) => void) {
  const tip = useSendTip(post.id);
  const isWorking = tip.isPending || tip.isSuccess;
  const [isInvalid, setIsInvalid] = useState(false);
  const send = (amount: string) => {
    if (isWorking) return;
    const { user } = getSession();
    if (user === null) {
      loginAndReturn(post, amount);
      return;
    }
    const balanceNano = knownBalance(user);
    // The form says that the balance is unknown.
    if (balanceNano === null) return;
    const nano = readTip(amount, balanceNano);
    setIsInvalid(nano === null);
    if (nano === null) return;
    tip.mutate(nano, {
      onSuccess: onSent,
      onError: (error) => {
        if (error instanceof ApiError && error.status === 401) loginAndReturn(post, amount, error.code);
      },
    });
  };
  return {
    send,
    /** Clears the message about the previous amount. */
    forgetInvalid: () => setIsInvalid(false),
    isInvalid,
    isWorking,
    /** The error of the latest attempt while the outcome of the tip is unknown, otherwise null. */
    askingAfter: tip.askingAfter,
    error: tip.error,
  };
}

function loginAndReturn(post: Post, amount: string, code = ''): void {
  if (code === OUTCOME_UNKNOWN) {
    // A second attempt could pay twice; after the login the outcome is requested.
    openDialog({
      kind: 'auth',
      tab: 'login',
      reason: 'Your session has ended. Log in to see whether your tip was sent.',
    });
    return;
  }
  openDialog({
    kind: 'auth',
    tab: 'login',
    reason: 'Your session has ended and nothing was sent. Log in to go on with your tip.',
    onSignedIn: () => openDialog({ kind: 'tip', post, amount }),
  });
}
