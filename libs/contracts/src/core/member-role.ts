import { z } from 'zod';

/** What a member may do for Likewell: moderators decide about posts, and so may admins. */
export const memberRole = z.enum(['member', 'moderator', 'admin']);
export type MemberRole = z.output<typeof memberRole>;
