import { z } from 'zod';
import { memberRole } from '../core/member-role.js';

/** Nano-LIKE as exact decimal text. */
export const nanoText = z.string().regex(/^\d+$/);

/** An author's public data (spec, section 3). */
export const author = z.object({
  id: z.int(),
  username: z.string(),
  avatar: z.string(),
  is_verified: z.boolean(),
});

/** The signed-in member (spec, section 3); `tokens` is rounded down to 6 decimals, `tokensNano` is exact. */
export const user = author.extend({
  email: z.string().nullable(),
  tokens: z.number(),
  tokensNano: nanoText,
  /** True while the ledger is away: then the balance above is 0 and has no meaning. Absent otherwise. */
  tokens_unknown: z.boolean().optional(),
  /** Day (UTC) on which the sign-up bonus is paid, while it is held back for a later day. Absent otherwise. */
  bonus_due_on: z.string().optional(),
  public_token: z.string(),
  role: memberRole,
  /** Time at which the account is deleted for good; absent if the member is not leaving. */
  deletion_at: z.string().nullish(),
});
export type User = z.output<typeof user>;
