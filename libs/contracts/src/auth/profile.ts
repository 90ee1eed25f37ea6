import { z } from 'zod';
import { memberRole } from '../core/member-role.js';
import { memberId } from '../core/ids.js';

/** Public data of a member. `version` grows with every change, so that a late update is recognised. */
export const publicProfile = z.object({
  memberId,
  username: z.string(),
  avatar: z.string().nullable(),
  isVerified: z.boolean(),
  version: z.int().nonnegative(),
  /** Absent beside posts, and in what was stored before 2026-11-23. */
  memberSince: z.iso.datetime().optional(),
});
export type PublicProfile = z.output<typeof publicProfile>;

/** A member's data as shown to themselves. `publicToken` is the referral code in share links. */
export const ownProfile = publicProfile.extend({
  email: z.string().nullable(),
  publicToken: z.string(),
  role: memberRole,
  /** When the account is deleted for good; absent if the member is not leaving. */
  deletionAt: z.iso.datetime().optional(),
});
export type OwnProfile = z.output<typeof ownProfile>;
