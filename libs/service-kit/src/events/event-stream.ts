import { EVENT_KINDS, type EventKind } from '@likewell/contracts/core/define-event';
import {
  AckPolicy,
  DeliverPolicy,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';

/** Each kind's stream: what is told a thousand times cannot push out what is told once. */
export const STREAMS: Readonly<Record<EventKind, string>> = { event: 'EVENTS', total: 'TOTALS' };

/** How big each may become unless a process is told otherwise; facts have room for some millions. */
export const STREAM_MAX_BYTES: Readonly<Record<EventKind, number>> = {
  event: 3 * 1024 ** 3,
  total: 256 * 1024 ** 2,
};

const DAY_MS = 86_400_000;
/** As long as the outboxes keep their rows: a consumer that was away for less is served by the stream, while it has room. */
const MAX_AGE_MS = 30 * DAY_MS;
const DUPLICATE_WINDOW_MS = 120_000;
const ACK_WAIT_MS = 30_000;
/** Events that fail again and again must not keep the ones behind them waiting. */
const MAX_ACK_PENDING = 100_000;

/** How big streams may become, and how many servers of a cluster keep them. */
export interface StreamOptions {
  readonly replicas: number;
  readonly maxBytes: Readonly<Record<EventKind, number>>;
}

/**
 * Finds the stream of a kind or makes it, with today's settings. It tells when it was made: a relay knows by that whether
 * it is the one that it published to before. The stream is only the bell: what it forgets or loses is still in the
 * outboxes.
 */
export async function ensureStream(
  connection: NatsConnection,
  kind: EventKind,
  { replicas, maxBytes }: StreamOptions,
): Promise<StreamInfo> {
  const { streams } = await jetstreamManager(connection);
  const settings = {
    name: STREAMS[kind],
    subjects: [`${kind}.>`],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: replicas,
    max_age: nanos(MAX_AGE_MS),
    max_bytes: maxBytes[kind],
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  };
  return ensure(
    () => streams.add(settings),
    () => streams.update(STREAMS[kind], settings),
  );
}

/** Finds a durable consumer of one subject or makes it, with today's settings. @returns the name of its stream */
export async function ensureConsumer(
  connection: NatsConnection,
  durable: string,
  subject: string,
): Promise<string> {
  const stream = STREAMS[kindOf(subject)];
  const { consumers } = await jetstreamManager(connection);
  const settings = {
    filter_subject: subject,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: MAX_ACK_PENDING,
    max_deliver: -1,
  };
  await ensure(
    () =>
      consumers.add(stream, {
        ...settings,
        durable_name: durable,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
      }),
    () => consumers.update(stream, durable, settings),
  );
  return stream;
}

/** The kind that a subject begins with. @throws Error for any other subject */
export function kindOf(subject: string): EventKind {
  const kind = EVENT_KINDS.find((one) => subject.startsWith(`${one}.`));
  if (!kind) throw new Error(`${subject} is no subject of an event`);
  return kind;
}

/** Adding fails where one with other settings exists; updating tells whether it was that. */
async function ensure<T>(add: () => Promise<T>, update: () => Promise<T>): Promise<T> {
  try {
    return await add();
  } catch (error) {
    return update().catch(() => {
      throw error;
    });
  }
}
