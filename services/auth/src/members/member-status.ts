import type { OwnProfile } from '@likewell/contracts/auth/profile';
import { z } from 'zod';

/** Only an active member has sessions and is seen by others. */
export const memberStatus = z.enum(['active', 'suspended', 'deleted']);
export type MemberStatus = z.output<typeof memberStatus>;

/** A member, whatever their status. */
export interface MemberWithStatus {
  readonly member: OwnProfile;
  readonly status: MemberStatus;
}
