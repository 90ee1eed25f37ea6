import {
  AckPolicy,
  DeliverPolicy,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
} from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';

export const STREAM = 'EVENTS';

const DAY_MS = 86_400_000;
/** As long as the outboxes keep their rows: a consumer that was away for less misses nothing. */
const MAX_AGE_MS = 30 * DAY_MS;
const MAX_BYTES = 4 * 1024 ** 3;
const DUPLICATE_WINDOW_MS = 120_000;
const ACK_WAIT_MS = 30_000;
/** Events that fail again and again must not keep the ones behind them waiting. */
const MAX_ACK_PENDING = 100_000;

/**
 * Finds the stream or makes it, with today's settings, and answers when it was made: a relay knows by
 * that whether it is the one that it published to before. The stream is only the bell: what it forgets
 * or loses is still in the outboxes.
 */
export async function ensureStream(connection: NatsConnection, replicas = 1): Promise<string> {
  const { streams } = await jetstreamManager(connection);
  const settings = {
    name: STREAM,
    subjects: ['event.>'],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: replicas,
    max_age: nanos(MAX_AGE_MS),
    max_bytes: MAX_BYTES,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  };
  const stream = await ensure(
    () => streams.add(settings),
    () => streams.update(STREAM, settings),
  );
  return stream.created;
}

/** Finds a durable consumer of one subject or makes it, with today's settings. */
export async function ensureConsumer(
  connection: NatsConnection,
  durable: string,
  subject: string,
): Promise<void> {
  const { consumers }: JetStreamManager = await jetstreamManager(connection);
  const settings = {
    filter_subject: subject,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: MAX_ACK_PENDING,
    max_deliver: -1,
  };
  await ensure(
    () =>
      consumers.add(STREAM, {
        ...settings,
        durable_name: durable,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
      }),
    () => consumers.update(STREAM, durable, settings),
  );
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
