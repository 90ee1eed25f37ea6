import { z } from 'zod';
import { defineRpc } from './define-rpc.js';
import { id, uuid } from './ids.js';

/** Maximum number of event ids in one call, and of events requested in another. */
export const MAX_LISTED = 1000;
export const MAX_FETCHED = 64;

const subject = z.string().max(200);
/** Position of an event among the published ones of its service. It grows, with gaps. */
const position = id;

/**
 * Lists the ids of the events that a service has published, in order and after a position, up to the first
 * one that was published less than `olderThanMs` ago and may still be under way. Consumers look for gaps with
 * it.
 */
export const listEventIds = (service: string) =>
  defineRpc({
    subject: `rpc.${service}.list-event-ids`,
    input: z.object({
      subject,
      afterPosition: z.int().nonnegative(),
      olderThanMs: z.int().nonnegative(),
      limit: z.int().min(1).max(MAX_LISTED),
    }),
    output: z.object({ events: z.array(z.object({ position, id: uuid })) }),
  });

/**
 * Returns the envelopes at these positions, in ascending order, unchanged. Events that are no longer kept are
 * missing; when `isCut`, so are those after the last one, since the response would be too big.
 */
export const getEvents = (service: string) =>
  defineRpc({
    subject: `rpc.${service}.get-events`,
    input: z.object({ subject, positions: z.array(position).min(1).max(MAX_FETCHED) }),
    output: z.object({
      events: z.array(z.object({ position, envelope: z.unknown() })),
      isCut: z.boolean(),
    }),
  });
