import type { OwnProfile, PublicProfile } from '@likewell/contracts/auth/profile';
import type { User } from '@likewell/contracts/gateway/user';
import type { Profile } from '@likewell/contracts/gateway/users';
import { likeNumber } from '@likewell/contracts/core/money';
import type { MemberProfile } from '@likewell/contracts/posts/profile';

const DEFAULT_AVATAR = '/static/default-avatar.png';

/** The signed-in member as the spec's section 3 has it. */
export function userView(profile: OwnProfile, balanceNano: bigint): User {
  return {
    ...authorView(profile),
    email: profile.email,
    public_token: profile.publicToken,
    role: profile.role,
    ...(profile.deletionAt !== undefined && { deletion_at: profile.deletionAt }),
    ...balanceView(balanceNano),
  };
}

/** A member as everybody sees one (spec, section 3). */
export function authorView({ memberId, username, avatar, isVerified }: PublicProfile) {
  return { id: memberId, username, avatar: avatar ?? DEFAULT_AVATAR, is_verified: isVerified };
}

/** A member's public profile. */
export function profileView({ member, ...profile }: MemberProfile): Profile {
  return {
    ...authorView(member),
    member_since: member.memberSince ?? null,
    like_received: likeNumber(profile.likeReceivedNano),
    likeReceivedNano: profile.likeReceivedNano.toString(),
    followers: profile.followers,
    posts: profile.posts,
    subscribed: profile.isFollowed,
  };
}

/** A balance, for people and exactly. */
export function balanceView(balanceNano: bigint) {
  return { tokens: likeNumber(balanceNano), tokensNano: balanceNano.toString() };
}
