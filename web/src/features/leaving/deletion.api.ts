import { cancelDeletion, plannedDeletion, requestDeletion } from '@likewell/contracts/gateway/leaving';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/client';
import { explainUnanswered } from '../../shared/api/explain-unanswered';
import { finishChange, useSingleMutation } from '../../shared/api/use-single-mutation';
import { paths } from '../../shared/config/paths';
import { openDialog } from '../../shared/dialogs/dialog-store';
import { notify } from '../../shared/notices/notice-store';
import { refreshUser } from '../../shared/session/refresh-user';
import { dropSession, updateUser, useMemberId } from '../../shared/session/session-store';
import { useMemberKey, useMemberQuery, useReadAgain } from '../../shared/session/use-member-key';

/** Reads the planned deletion of the member's account; null when there is none. */
export const usePlannedDeletion = () =>
  useMemberQuery('deletion', async ({ signal }) => (await call(plannedDeletion, { signal })).deletion);

const REQUESTED = 'Your account will be deleted in 14 days. Log in before then to keep it.';

/**
 * Requests the deletion of the account in 14 days. It ends every session of the member, this one too. The settings
 * then ask to log in, by a dialog that would lie over a notice: it says so itself.
 */
export function useRequestDeletion() {
  const id = useMemberId();
  return useSingleMutation({
    mutationFn: (keepPosts: boolean) =>
      finishChange(call(requestDeletion, { body: { keep_posts: keepPosts } }), () => {
        const isInSettings = location.pathname === paths.settings;
        if (!isInSettings) notify(REQUESTED, id);
        dropSession();
        if (isInSettings) openDialog({ kind: 'auth', tab: 'login', reason: REQUESTED });
      }),
  });
}

/** Cancels the deletion. */
export function useCancelDeletion() {
  const client = useQueryClient();
  const queryKey = useMemberKey('deletion');
  const id = useMemberId();
  const readEvents = useReadAgain();
  return useSingleMutation({
    mutationFn: () =>
      finishChange(explainUnanswered(call(cancelDeletion, {})), () => {
        updateUser({ deletion_at: null });
        client.setQueryData(queryKey, null);
        notify('Your account stays as it was.', id);
      }),
    // Without a response it may be cancelled.
    onError: () => {
      void client.invalidateQueries({ queryKey });
      refreshUser().catch(() => undefined);
    },
    onSettled: () => void readEvents(),
  });
}
