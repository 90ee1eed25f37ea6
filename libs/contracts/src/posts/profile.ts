import { z } from 'zod';
import { publicProfile } from '../auth/profile.js';
import { nonNegativeNano } from '../core/money-schema.js';

/** What everybody may know of a member and of what they do here. */
export const memberProfile = z.object({
  member: publicProfile,
  /** All tips that their posts received, those of posts that are gone too: what readers sent, before it was shared. */
  likeReceivedNano: nonNegativeNano,
  /** How many members follow them. */
  followers: z.int().nonnegative(),
  /** How many of their posts everybody may read. */
  posts: z.int().nonnegative(),
  /** Whether the viewer follows them; null for a visitor. */
  isFollowed: z.boolean().nullable(),
});
export type MemberProfile = z.output<typeof memberProfile>;
