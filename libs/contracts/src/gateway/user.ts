import { z } from 'zod';
import { memberRole } from '../core/member-role.js';

/** Nano-LIKE as exact decimal text. */
export const nanoText = z.string().regex(/^\d+$/);

/** An author as everybody sees one (spec, section 3). */
export const author = z.object({
  id: z.int(),
  username: z.string(),
  avatar: z.string(),
  is_verified: z.boolean(),
});

/** The signed-in member (spec, section 3); `tokens` is floored to 6 decimals, `tokensNano` is exact. */
export const user = author.extend({
  email: z.string().nullable(),
  tokens: z.number(),
  tokensNano: nanoText,
  public_token: z.string(),
  role: memberRole,
  /** When the account is deleted for good; absent of who does not leave. */
  deletion_at: z.string().nullish(),
});
export type User = z.output<typeof user>;
