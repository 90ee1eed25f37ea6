import { z } from 'zod';
import { uuid } from './ids.js';
import type { ProcessName } from './processes.js';

/**
 * The first word of a subject. An `event` is a fact that nobody else tells. A `total` says how much there is by now, so
 * that a later one makes an earlier one void; totals come by the thousand and have a stream of their own.
 */
export const EVENT_KINDS = ['event', 'total'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What a service publishes. The subject is `<kind>.<service>.<noun-past>`. */
export interface EventContract<Data extends z.ZodType = z.ZodType, Kind extends EventKind = EventKind> {
  readonly subject: `${Kind}.${string}.${string}`;
  /** Raised when the shape changes; readers take this version and the one before. */
  readonly version: number;
  readonly data: Data;
  /** Who may hear it. */
  readonly readers: readonly ProcessName[];
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

/** An event as it is declared; without `readers` nobody hears it. */
type Declared<Data extends z.ZodType, Kind extends EventKind> = Omit<EventContract<Data, Kind>, 'readers'> &
  Partial<Pick<EventContract, 'readers'>>;

/** Declares a fact; see {@link EVENT_KINDS}. */
export function defineEvent<Data extends z.ZodType>(
  event: Declared<Data, 'event'>,
): EventContract<Data, 'event'> {
  return { readers: [], ...event };
}

/** Declares a total; see {@link EVENT_KINDS}. */
export function defineTotal<Data extends z.ZodType>(
  total: Declared<Data, 'total'>,
): EventContract<Data, 'total'> {
  return { readers: [], ...total };
}

/** The kind of an event, and the service that publishes it. */
export function addressOf({ subject }: EventContract): { kind: EventKind; publisher: string } {
  const [kind, publisher] = subject.split('.') as [EventKind, string];
  return { kind, publisher };
}
