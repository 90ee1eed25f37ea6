import { z } from 'zod';
import { uuid } from './ids.js';
import type { ProcessName } from './processes.js';

/**
 * The first word of a subject. An `event` is a fact that no other event repeats. A `total` is an absolute
 * sum, so that a later one replaces an earlier one; totals are frequent and have a stream of their own.
 */
export const EVENT_KINDS = ['event', 'total'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** An event that a service publishes. The subject is `<kind>.<service>.<noun-past>`. */
export interface EventContract<Data extends z.ZodType = z.ZodType, Kind extends EventKind = EventKind> {
  readonly subject: `${Kind}.${string}.${string}`;
  /** Raised when the shape changes; readers accept this version and the previous one. */
  readonly version: number;
  readonly data: Data;
  /** Processes that may consume it. */
  readonly readers: readonly ProcessName[];
}

/** The payload of an event in code. */
export type EventData<E extends EventContract> = z.output<E['data']>;

/** Envelope around an event's data on the stream. */
export const eventEnvelope = z.object({
  id: uuid,
  type: z.string(),
  version: z.int().positive(),
  occurredAt: z.iso.datetime(),
  /** The member who caused it, or null for the system. */
  actor: z.int().nullable(),
  traceparent: z.string().nullable(),
  requestId: z.string().nullable(),
  data: z.unknown(),
});
export type EventEnvelope = z.output<typeof eventEnvelope>;

/** An event as it is declared: of version 1 unless it says another; without `readers` no process consumes it. */
type Declared<Data extends z.ZodType, Kind extends EventKind> = Pick<
  EventContract<Data, Kind>,
  'subject' | 'data'
> &
  Partial<Pick<EventContract, 'version' | 'readers'>>;

/** Declares a fact; see {@link EVENT_KINDS}. */
export function defineEvent<Data extends z.ZodType>(
  event: Declared<Data, 'event'>,
): EventContract<Data, 'event'> {
  return { version: 1, readers: [], ...event };
}

/** Declares a total; see {@link EVENT_KINDS}. */
export function defineTotal<Data extends z.ZodType>(
  total: Declared<Data, 'total'>,
): EventContract<Data, 'total'> {
  return { version: 1, readers: [], ...total };
}

/** Returns the kind of an event, and the service that publishes it. */
export function addressOf({ subject }: EventContract): { kind: EventKind; publisher: string } {
  const [kind, publisher] = subject.split('.') as [EventKind, string];
  return { kind, publisher };
}
