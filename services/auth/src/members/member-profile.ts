import type { OwnProfile, PublicProfile } from '@likewell/contracts/auth/profile';

/** Returns a member's profile without its private parts. */
export function toPublicProfile({
  memberId,
  username,
  avatar,
  isVerified,
  version,
  memberSince,
}: OwnProfile): PublicProfile {
  return { memberId, username, avatar, isVerified, version, memberSince };
}
