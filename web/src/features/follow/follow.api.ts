import { subscribe, subscribed, unsubscribe } from '@likewell/contracts/gateway/follows';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { countFollower } from '../../shared/members/profile.api';
import { postKeys, removeFollowed } from '../../shared/posts/post-cache';
import { getSession, useUser } from '../../shared/session/session-store';

/** How long a response counts as news, and how long it is kept once nobody looks at it. */
const FRESH_MS = 60_000;

const followKeys = {
  of: (viewerId: number | null) => ['follow', viewerId] as const,
  author: (viewerId: number | null, username: string) =>
    [...followKeys.of(viewerId), username.toLowerCase()] as const,
};

/** Whether the signed-in member follows an author; nobody is asked for a visitor. */
export function useIsFollowing(username: string) {
  const viewerId = useUser()?.id ?? null;
  return useQuery({
    queryKey: followKeys.author(viewerId, username),
    queryFn: ({ signal }) => fetchFollowing(username, signal),
    enabled: viewerId !== null,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
  });
}

/**
 * Follows an author (`true`) or stops it (`false`). It shows at once and is taken back at a failure, which goes
 * to the console alone (spec, section 8). The session is read when it runs: it may have begun just now.
 */
export function useChangeFollow(username: string) {
  const client = useQueryClient();
  return useMutation({
    // One after the other: the server must hear the last wish last.
    scope: { id: `follow ${username}` },
    mutationFn: (wanted: boolean) => sendFollow(username, wanted),
    onMutate: async (wanted) => {
      const viewerId = getSession().user?.id ?? null;
      const key = followKeys.author(viewerId, username);
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<boolean>(key);
      client.setQueryData(key, wanted);
      countFollower(client, viewerId, username, wanted);
      return { viewerId, key, before };
    },
    onError: (error, wanted, context) => {
      console.error('Could not change whom you follow', error);
      if (!context) return;
      countFollower(client, context.viewerId, username, !wanted);
      if (context.before === undefined) void client.resetQueries({ queryKey: context.key });
      else client.setQueryData(context.key, context.before);
    },
    onSuccess: (_response, wanted, { viewerId }) => {
      if (!wanted) removeFollowed(client, viewerId, username);
      // What was read before lacks the author's posts: better nothing at first than an empty list.
      else client.removeQueries({ queryKey: postKeys.following(viewerId), type: 'inactive' });
    },
  });
}

/** Tells of an author whether the member is known not to follow them; it is so while an unfollowing is under way. */
export function useIsUnfollowed(): (username: string) => boolean {
  const client = useQueryClient();
  const viewerId = useUser()?.id ?? null;
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
  const response = await call(subscribed, { params: { username }, signal });
  if (typeof response.subscribed !== 'boolean') throw new ApiError(200);
  return response.subscribed;
}

const sendFollow = (username: string, wanted: boolean) =>
  call(wanted ? subscribe : unsubscribe, { params: { username } });
