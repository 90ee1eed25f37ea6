import { serviceConfig } from '@likewell/service-kit/config/config';
import { secureUrl } from '@likewell/service-kit/clients/secure-url';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The variables of posts. */
export const postsConfig = serviceConfig.extend({
  /** Signs cursors; every replica has the same. */
  CURSOR_SECRET: z.string().min(32),
  /** `auto` lets the automatic check approve and reject; `manual` leaves every text to a moderator. */
  MODERATION: z.enum(['auto', 'manual']).default('auto'),
  /** File of phrases that the automatic check looks for; the file itself describes its format. */
  BLOCKED_WORDS_FILE: z.string().default(fileURLToPath(new URL('../blocked-words.txt', import.meta.url))),
  /** Key for OpenAI, or for another provider with the same protocol; without a key only the local rules decide. */
  MODERATION_API_KEY: z.string().default(''),
  MODERATION_BASE_URL: secureUrl.default('https://api.openai.com/v1'),
  MODERATION_MODEL: z.string().default('omni-moderation-latest'),
  /** What happens to a text while the provider cannot be asked: it waits, or it is public until the check is made. */
  MODERATION_WHEN_DOWN: z.enum(['wait', 'publish']).default('wait'),
  /** Timeout of the provider for one text; the default is 700, or 5000 where TIMEOUTS is `laptop`. */
  MODERATION_TIMEOUT_MS: z.coerce.number().int().min(1).max(5000).optional(),
});
export type PostsConfig = z.output<typeof postsConfig>;
