import type { OwnProfile, PublicProfile } from '@likewell/contracts/auth/profile';
import type { MemberRole } from '@likewell/contracts/core/member-role';

/** What a profile is made of, as Postgres has it. */
export interface StoredProfile {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
  readonly avatarSha256: string | null;
  readonly isVerified: boolean;
  readonly publicToken: string;
  readonly profileVersion: number;
  readonly role: MemberRole;
  readonly createdAt: Date;
  readonly deletionAt: Date | null;
}

/** A member's profile without what only they may know. */
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

/** A row as a profile. */
export function toOwnProfile(row: StoredProfile): OwnProfile {
  return {
    memberId: row.id,
    username: row.username,
    email: row.email,
    avatar: row.avatarSha256 && `/api/avatars/${row.avatarSha256}.webp`,
    isVerified: row.isVerified,
    publicToken: row.publicToken,
    version: row.profileVersion,
    role: row.role,
    memberSince: row.createdAt.toISOString(),
    deletionAt: row.deletionAt?.toISOString(),
  };
}
