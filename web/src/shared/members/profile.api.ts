import { type Profile, userProfile } from '@likewell/contracts/gateway/users';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { call } from '../api/client';
import { useUser } from '../session/session-store';

const profileKey = (viewerId: number | null, username: string) =>
  ['profile', viewerId, username.toLowerCase()] as const;

/** A member as everybody sees them, with what they do here; `subscribed` is the viewer's. */
export function useProfile(username: string) {
  const viewerId = useUser()?.id ?? null;
  return useQuery({
    queryKey: profileKey(viewerId, username),
    queryFn: async ({ signal }): Promise<Profile> => {
      const profile = await call(userProfile, { params: { username }, signal });
      if (typeof profile.username !== 'string') throw new ApiError(200);
      return profile;
    },
  });
}

/** Counts the viewer among a member's followers, or no more, as soon as they wish it. */
export function countFollower(
  client: QueryClient,
  viewerId: number | null,
  username: string,
  isFollowing: boolean,
): void {
  client.setQueryData<Profile>(profileKey(viewerId, username), (profile) =>
    profile === undefined || profile.subscribed === isFollowing
      ? profile
      : { ...profile, subscribed: isFollowing, followers: profile.followers + (isFollowing ? 1 : -1) },
  );
}
