import { z } from 'zod';

/** Only an active member has sessions and is visible to others. */
export const memberStatus = z.enum(['active', 'suspended', 'deleted']);
export type MemberStatus = z.output<typeof memberStatus>;
