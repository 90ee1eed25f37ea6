import { z } from 'zod';

/** Role of a member: moderators decide about posts, and so may admins. */
export const memberRole = z.enum(['member', 'moderator', 'admin']);
export type MemberRole = z.output<typeof memberRole>;
