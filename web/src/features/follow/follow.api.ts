import { subscribe, subscribed, unsubscribe } from '@likewell/contracts/gateway/follows';
import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { call } from '../../shared/api/client';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { countFollower } from '../../shared/members/profile.api';
import { removeFollowed } from '../../shared/posts/change-posts';
import { postKeys } from '../../shared/posts/post-cache';
import { getSession, useMemberId } from '../../shared/session/session-store';

/** How long a response is fresh, and how long it is cached after its last use. */
const FRESH_MS = 60_000;

const followKeys = {
  of: (viewerId: number | null) => ['follow', viewerId] as const,
  author: (viewerId: number | null, username: string) =>
    [...followKeys.of(viewerId), username.toLowerCase()] as const,
};
const changeKey = (username: string) => ['change follow', username.toLowerCase()] as const;

/** Whether the signed-in member follows an author; no request is made for a visitor. */
export function useIsFollowing(username: string) {
  const viewerId = useMemberId();
  return useQuery({
    queryKey: followKeys.author(viewerId, username),
    queryFn: ({ signal }) => fetchFollowing(username, signal),
    enabled: viewerId !== null,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });
}

/**
 * Follows an author (`true`) or unfollows them (`false`). The page changes once that succeeded (spec, section 4);
 * a failure is only logged to the console (section 8). The session is read when the mutation runs, since it may
 * have just begun.
 */
export function useChangeFollow(username: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationKey: changeKey(username),
    mutationFn: (wanted: boolean) => sendFollow(username, wanted),
    onMutate: () => ({ viewerId: getSession().user?.id ?? null }),
    onError: (error) => console.error('Could not change whom you follow', error),
    onSuccess: async (_response, wanted, { viewerId }) => {
      const key = followKeys.author(viewerId, username);
      // A read that began before the change would undo it.
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, wanted);
      countFollower(client, viewerId, username, wanted);
      if (!wanted) removeFollowed(client, viewerId, username);
      // The cached list lacks the author's posts: better to show nothing at first than an empty list.
      else void client.resetQueries({ queryKey: postKeys.following(viewerId) });
    },
  });
}

/** Whether a change is under way, from whatever place on the page it was made. */
export const useIsChangingFollow = (username: string): boolean =>
  useIsMutating({ mutationKey: changeKey(username) }) > 0;

/**
 * Returns a function that says whether the member is known not to follow an author. A page of their posts that
 * was requested before the unfollowing may still arrive after it.
 */
export function useIsUnfollowed(): (username: string) => boolean {
  const client = useQueryClient();
  const viewerId = useMemberId();
  const onCacheChange = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(onChange),
    [client],
  );
  const names = useSyncExternalStore(onCacheChange, () =>
    client
      .getQueriesData<boolean>({ queryKey: followKeys.of(viewerId) })
      .flatMap(([key, isFollowing]) => (isFollowing === false ? [key.at(-1)] : []))
      .join(' '),
  );
  return (username) => names.split(' ').includes(username.toLowerCase());
}

async function fetchFollowing(username: string, signal: AbortSignal): Promise<boolean> {
  const isUsable = (body: { subscribed?: unknown }) => typeof body.subscribed === 'boolean';
  return (await call(subscribed, { params: { username }, signal }, isUsable)).subscribed;
}

const sendFollow = (username: string, wanted: boolean) =>
  call(wanted ? subscribe : unsubscribe, { params: { username } });
