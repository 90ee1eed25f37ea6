import { cancelDeletion, plannedDeletion, requestDeletion } from '@likewell/contracts/gateway/leaving';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/client';
import { notify } from '../../shared/notices/notice-store';
import { dropSession, updateUser, useUser } from '../../shared/session/session-store';

const keyOf = (memberId: number | undefined) => ['deletion', memberId];

/** When the member's account is going to be deleted; null where that is not planned. */
export function usePlannedDeletion() {
  const id = useUser()?.id;
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => (await call(plannedDeletion, { signal })).deletion,
  });
}

/** Has the account deleted in 14 days; every session of the member has ended then, this one too. */
export function useRequestDeletion() {
  return useMutation({
    mutationFn: (keepPosts: boolean) => call(requestDeletion, { body: { keep_posts: keepPosts } }),
    // Here, since who asked is gone from the page with the session.
    onSuccess: () => {
      notify('Your account will be deleted in 14 days. Log in before then to keep it.');
      dropSession();
    },
  });
}

/** Calls the deletion off. */
export function useCancelDeletion() {
  const client = useQueryClient();
  const id = useUser()?.id;
  return useMutation({
    mutationFn: () => call(cancelDeletion, {}),
    onSuccess: () => {
      updateUser({ deletion_at: null });
      client.setQueryData(keyOf(id), null);
      notify('Your account stays as it was.');
    },
  });
}
