import { type Profile, userProfile } from '@likewell/contracts/gateway/users';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { changeLoaded } from '../api/change-loaded';
import { call } from '../api/client';
import { useMemberId } from '../session/session-store';

/** Key of all profiles that were read. */
export const profilesKey = ['profile'] as const;

const profileKey = (viewerId: number | null, username: string) =>
  [...profilesKey, viewerId, username.toLowerCase()] as const;

/** Reads a member's public profile with their numbers; `subscribed` is the viewer's. */
export function useProfile(username: string) {
  const viewerId = useMemberId();
  return useQuery({
    queryKey: profileKey(viewerId, username),
    queryFn: ({ signal }): Promise<Profile> =>
      call(userProfile, { params: { username }, signal }, ({ username: name }) => typeof name === 'string'),
  });
}

/** Adds the viewer to a member's followers, or removes them. */
export function countFollower(
  client: QueryClient,
  viewerId: number | null,
  username: string,
  isFollowing: boolean,
): void {
  changeLoaded<Profile>(client, profileKey(viewerId, username), (profile) =>
    profile.subscribed === isFollowing
      ? profile
      : { ...profile, subscribed: isFollowing, followers: profile.followers + (isFollowing ? 1 : -1) },
  );
}
