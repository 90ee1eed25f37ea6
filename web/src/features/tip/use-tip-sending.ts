import type { Post } from '@likewell/contracts/gateway/posts';
import { useRef, useState } from 'react';
import { ApiError, errorText } from '../../shared/api/api-error';
import { openDialog } from '../../shared/dialogs/dialog-store';
import { readNano } from '../../shared/format/amounts';
import { getSession } from '../../shared/session/session-store';
import { OUTCOME_UNKNOWN } from './settle-tip';
import { readTip } from './tip-amount';
import { useSendTip } from './tip.api';

/** What came of a tip that was sent. */
interface Outcome {
  likesUpdated: boolean;
}

/**
 * Sends the tip of a form, once at a time. A session that has ended leads to the login dialog, and from there back to the tip
 * as it was typed.
 */
export function useTipSending(post: Post, onSent: (outcome: Outcome) => void) {
  const tip = useSendTip(post.id);
  const [isInvalid, setIsInvalid] = useState(false);
  // The mutation's state comes a moment late; a double-click is quicker.
  const isSending = useRef(false);
  const send = (amount: string) => {
    if (isSending.current) return;
    const { user } = getSession();
    if (user === null) {
      loginAndReturn(post, amount);
      return;
    }
    const nano = readTip(amount, readNano(user.tokensNano));
    setIsInvalid(nano === null);
    if (nano === null) return;
    isSending.current = true;
    tip.mutate(nano, {
      onSuccess: onSent,
      onError: (error) => {
        isSending.current = false;
        if (error instanceof ApiError && error.status === 401) loginAndReturn(post, amount, error.code);
      },
    });
  };
  return {
    send,
    /** Forgets what was said about the amount that stood there. */
    forgetInvalid: () => setIsInvalid(false),
    isInvalid,
    isWorking: tip.isPending || tip.isSuccess,
    /** True while it is not known whether the tip went. */
    isAsking: tip.isAsking,
    rejection: tip.error ? errorText(tip.error, 'Error') : undefined,
  };
}

function loginAndReturn(post: Post, amount: string, code = ''): void {
  if (code === OUTCOME_UNKNOWN) {
    // Sent once more it could be paid twice; after the login it is asked for.
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
