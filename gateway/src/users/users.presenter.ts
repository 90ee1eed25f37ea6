import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import type { OwnProfile, PublicProfile } from '@likewell/contracts/auth/profile';
import type { User } from '@likewell/contracts/gateway/user';
import type { Profile } from '@likewell/contracts/gateway/users';
import { likeNumber } from '@likewell/contracts/core/money';
import type { MemberProfile } from '@likewell/contracts/posts/profile';
import type { getBalance } from '@likewell/contracts/tipping-ledger/rpc';

/** What the ledger tells of a member. */
export type OwnBalance = RpcOutput<typeof getBalance>;

const DEFAULT_AVATAR = '/static/default-avatar.png';

/** The signed-in member as in the spec's section 3; the balance is null if it is unknown. */
export function userView(profile: OwnProfile, balance: OwnBalance | null): User {
  return {
    ...authorView(profile),
    email: profile.email,
    public_token: profile.publicToken,
    role: profile.role,
    ...(profile.deletionAt !== undefined && { deletion_at: profile.deletionAt }),
    ...balanceView(balance?.balanceNano ?? 0n),
    ...(balance === null && { tokens_unknown: true }),
    ...(balance?.bonusDueOn && { bonus_due_on: balance.bonusDueOn }),
  };
}

/** A member's public data (spec, section 3). */
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

/** A balance, for display and exact. */
export function balanceView(balanceNano: bigint) {
  return { tokens: likeNumber(balanceNano), tokensNano: balanceNano.toString() };
}
