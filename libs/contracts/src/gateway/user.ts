import { z } from 'zod';
import { memberRole } from '../core/member-role.js';

/** Nano-LIKE as decimal text, beside the number that shows it. */
export const nanoText = z
  .string()
  .regex(/^\d+$/)
  .describe('The amount of this name exactly, in nano-LIKE (10⁻⁹ LIKE)');

/** An author's public data (spec, section 3). */
export const author = z.object({
  id: z.int(),
  username: z.string(),
  avatar: z.string(),
  is_verified: z.boolean(),
});

/** What a member has. */
export const balance = {
  tokens: z.number().describe('The balance, rounded down to 6 decimals'),
  tokensNano: nanoText,
};

/** The signed-in member (spec, section 3). */
export const user = author.extend({
  email: z.string().nullable(),
  ...balance,
  tokens_unknown: z
    .boolean()
    .optional()
    .describe('True while the ledger is away: the balance is then 0 and has no meaning. Absent otherwise'),
  bonus_due_on: z
    .string()
    .optional()
    .describe(
      'Day (UTC) on which the sign-up bonus is paid, while it is held back for a later day. Absent otherwise',
    ),
  public_token: z.string(),
  role: memberRole,
  deletion_at: z
    .string()
    .nullish()
    .describe('Time at which the account is deleted for good; absent if the member is not leaving'),
});
export type User = z.output<typeof user>;
