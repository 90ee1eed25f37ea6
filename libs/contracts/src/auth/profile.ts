import { z } from 'zod';
import { memberRole } from '../core/member-role.js';
import { memberId } from '../core/ids.js';

/** What anybody may know of a member. `version` grows with every change, so that late news is recognised. */
export const publicProfile = z.object({
  memberId,
  username: z.string(),
  avatar: z.string().nullable(),
  isVerified: z.boolean(),
  version: z.int().nonnegative(),
  /** Absent from a version that does not tell it, and beside posts. */
  memberSince: z.iso.datetime().optional(),
});
export type PublicProfile = z.output<typeof publicProfile>;

/** What a member may know of themselves. `publicToken` is the referral code in share links. */
export const ownProfile = publicProfile.extend({
  email: z.string().nullable(),
  publicToken: z.string(),
  role: memberRole.default('member'),
  /** When the account is deleted for good; absent of who does not leave. */
  deletionAt: z.iso.datetime().optional(),
});
export type OwnProfile = z.output<typeof ownProfile>;
