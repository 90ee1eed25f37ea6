import { serviceConfig } from '@likewell/service-kit/boot/config';
import { z } from 'zod';

/** The variables of posts. */
export const postsConfig = serviceConfig.extend({
  /** Signs cursors; every replica has the same. */
  CURSOR_SECRET: z.string().min(32),
  /** `auto` lets the automatic check approve; `manual` leaves every text to a moderator. */
  MODERATION: z.enum(['auto', 'manual']).default('auto'),
});
export type PostsConfig = z.output<typeof postsConfig>;
