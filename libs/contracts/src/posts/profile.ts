import { z } from 'zod';
import { publicProfile } from '../auth/profile.js';
import { nonNegativeNano } from '../core/money-schema.js';

/** Public data of a member and of their activity. */
export const memberProfile = z.object({
  member: publicProfile,
  /** All tips that their posts received, including deleted posts, before they were shared out. */
  likeReceivedNano: nonNegativeNano,
  /** Number of members who follow them. */
  followers: z.int().nonnegative(),
  /** Number of their public posts. */
  posts: z.int().nonnegative(),
  /** True if the viewer follows them; null for a visitor. */
  isFollowed: z.boolean().nullable(),
});
export type MemberProfile = z.output<typeof memberProfile>;
