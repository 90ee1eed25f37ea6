import type { OwnProfile, PublicProfile } from '@likewell/contracts/auth/profile';
import type { User } from '@likewell/contracts/gateway/user';
import { likeNumber } from '@likewell/contracts/core/money';

const DEFAULT_AVATAR = '/static/default-avatar.png';

/** The signed-in member as the spec's section 3 has it. */
export function userView(profile: OwnProfile, balanceNano: bigint): User {
  return {
    ...authorView(profile),
    email: profile.email,
    public_token: profile.publicToken,
    role: profile.role,
    ...balanceView(balanceNano),
  };
}

/** A member as everybody sees one (spec, section 3). */
export function authorView({ memberId, username, avatar, isVerified }: PublicProfile) {
  return { id: memberId, username, avatar: avatar ?? DEFAULT_AVATAR, is_verified: isVerified };
}

/** A balance, for people and exactly. */
export function balanceView(balanceNano: bigint) {
  return { tokens: likeNumber(balanceNano), tokensNano: balanceNano.toString() };
}
