import { z } from 'zod';
import { uuid } from './ids.js';

/** A fact that a service publishes. The subject is `event.<service>.<noun-past>`. */
export interface EventContract<Data extends z.ZodType = z.ZodType> {
  readonly subject: `event.${string}.${string}`;
  /** Raised when the shape changes; readers take this version and the one before. */
  readonly version: number;
  readonly data: Data;
}

/** The payload of an event in code. */
export type EventData<E extends EventContract> = z.output<E['data']>;

/** What travels on the stream around an event's data. */
export const eventEnvelope = z.object({
  id: uuid,
  type: z.string(),
  version: z.int().positive(),
  occurredAt: z.iso.datetime(),
  /** Who caused it: a member's id, or null for the system. */
  actor: z.int().nullable(),
  traceparent: z.string().nullable(),
  requestId: z.string().nullable(),
  data: z.unknown(),
});
export type EventEnvelope = z.output<typeof eventEnvelope>;

/** Declares an event; see {@link EventContract}. */
export function defineEvent<Data extends z.ZodType>(event: EventContract<Data>): EventContract<Data> {
  return event;
}
