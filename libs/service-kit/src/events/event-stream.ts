import { STREAMS } from '@likewell/contracts/core/bus-names';
import { EVENT_KINDS, type EventKind } from '@likewell/contracts/core/define-event';
import {
  AckPolicy,
  type ConsumerInfo,
  DeliverPolicy,
  jetstreamManager,
  JetStreamApiCodes,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';

/**
 * Share of the time of outboxes for which a stream keeps an event. An outbox may send an event again at the end of its
 * time, and inboxes keep theirs for a third longer: a stream that kept it for more than that third would give it
 * to a consumer that is made anew when the inbox no longer knows it. The rest of the third is for the time between
 * an event's first handling and its mark as published.
 */
export const STREAM_SHARE = 0.3;
const DUPLICATE_WINDOW_MS = 120_000;
const ACK_WAIT_MS = 30_000;
/** High, because events that fail repeatedly must not block the ones behind them. */
const MAX_ACK_PENDING = 100_000;

/** Maximum sizes of streams, and the number of servers of a cluster that store them. */
export interface StreamOptions {
  readonly replicas: number;
  readonly maxBytes: Readonly<Record<EventKind, number>>;
  /** Time for which outboxes keep their rows. A stream keeps events for 30 % of it. */
  readonly retentionMs: number;
}

/**
 * Finds the stream of a kind or creates it. Its creation time tells a relay whether it is the one that it
 * published to before. The stream only speeds up delivery: what it loses is still in the outboxes.
 */
export async function ensureStream(
  connection: NatsConnection,
  kind: EventKind,
  options: StreamOptions,
): Promise<StreamInfo> {
  return (await findStream(connection, kind)) ?? saveStream(connection, kind, options);
}

/** Returns the stream of a kind; null while it does not exist. */
export async function findStream(connection: NatsConnection, kind: EventKind): Promise<StreamInfo | null> {
  const { streams } = await managerOf(connection);
  return orNull(() => streams.info(STREAMS[kind]));
}

/** Returns the durable consumer of a subject; null while it or its stream does not exist. */
export async function findConsumer(
  connection: NatsConnection,
  durable: string,
  subject: string,
): Promise<ConsumerInfo | null> {
  const { consumers } = await managerOf(connection);
  return orNull(() => consumers.info(STREAMS[kindOf(subject)], durable));
}

/** Creates the stream of a kind, or updates it to the current settings. */
export async function saveStream(
  connection: NatsConnection,
  kind: EventKind,
  { replicas, maxBytes, retentionMs }: StreamOptions,
): Promise<StreamInfo> {
  const { streams } = await managerOf(connection);
  // NATS takes whole nanoseconds only, and multiplying leaves a fraction of one.
  const maxAgeMs = Math.round(retentionMs * STREAM_SHARE);
  const settings = {
    name: STREAMS[kind],
    subjects: [`${kind}.>`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: replicas,
    max_age: nanos(maxAgeMs),
    max_bytes: maxBytes[kind],
    duplicate_window: nanos(Math.min(DUPLICATE_WINDOW_MS, maxAgeMs)),
  };
  return make(
    () => streams.add(settings),
    () => streams.update(STREAMS[kind], settings),
  );
}

/** Finds a durable consumer of one subject or creates it. */
export async function ensureConsumer(
  connection: NatsConnection,
  durable: string,
  subject: string,
): Promise<ConsumerInfo> {
  return (await findConsumer(connection, durable, subject)) ?? saveConsumer(connection, durable, subject);
}

/** Creates a durable consumer of one subject, or updates it to the current settings. */
export async function saveConsumer(
  connection: NatsConnection,
  durable: string,
  subject: string,
): Promise<ConsumerInfo> {
  const stream = STREAMS[kindOf(subject)];
  const { consumers } = await managerOf(connection);
  const settings = {
    filter_subject: subject,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: MAX_ACK_PENDING,
    max_deliver: -1,
  };
  return make(
    () =>
      consumers.add(stream, {
        ...settings,
        durable_name: durable,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
      }),
    () => consumers.update(stream, durable, settings),
  );
}

/** Returns the kind that a subject begins with. @throws Error for any other subject */
export function kindOf(subject: string): EventKind {
  const kind = EVENT_KINDS.find((one) => subject.startsWith(`${one}.`));
  if (!kind) throw new Error(`${subject} is no subject of an event`);
  return kind;
}

/** Omits the manager's check of JetStream, which costs a round trip each time. */
const managerOf = (connection: NatsConnection) => jetstreamManager(connection, { checkAPI: false });

async function orNull<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const MISSING: readonly number[] = [JetStreamApiCodes.StreamNotFound, JetStreamApiCodes.ConsumerNotFound];
const isMissing = (error: unknown) => error instanceof JetStreamApiError && MISSING.includes(error.code);

/** Adding fails where one with other settings exists; if that was the reason, the update succeeds. */
async function make<T>(add: () => Promise<T>, update: () => Promise<T>): Promise<T> {
  try {
    return await add();
  } catch (error) {
    return update().catch(() => {
      throw error;
    });
  }
}
