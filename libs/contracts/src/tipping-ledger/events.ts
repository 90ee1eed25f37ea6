import { z } from 'zod';
import { defineEvent } from '../kernel/define-event.js';
import { id } from '../kernel/ids.js';
import { nonNegativeNano } from '../kernel/money-schema.js';

/**
 * Posts received tips. The totals are absolute, so the greater one is the newer one and a repeated or
 * overtaken event does no harm.
 */
export const likesCounted = defineEvent({
  subject: 'event.tipping-ledger.likes-counted',
  version: 1,
  data: z.object({
    totals: z
      .array(z.object({ postId: id, likesSumNano: nonNegativeNano }))
      .min(1)
      .max(256),
  }),
});
