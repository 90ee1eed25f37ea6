import { z } from 'zod';
import { defineEvent, defineTotal } from '../core/define-event.js';
import { id } from '../core/ids.js';
import { nonNegativeNano } from '../core/money-schema.js';

const likesSums = z.object({
  totals: z
    .array(z.object({ postId: id, likesSumNano: nonNegativeNano }))
    .min(1)
    .max(256),
});

/**
 * Posts received tips. The totals are absolute, so the greater one is the newer one and a repeated or
 * overtaken event does no harm.
 */
export const likesCounted = defineTotal({
  subject: 'total.tipping-ledger.likes-counted',
  readers: ['posts'],
  data: likesSums,
});

/** The name of {@link likesCounted} before 2026-11-23: outboxes keep its events for 30 days. */
export const likesCountedFormerly = defineEvent({
  subject: 'event.tipping-ledger.likes-counted',
  readers: ['posts'],
  data: likesSums,
});
