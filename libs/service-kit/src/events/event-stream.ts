import { jetstreamManager, RetentionPolicy, StorageType, type JetStreamManager } from '@nats-io/jetstream';
import { nanos, type NatsConnection } from '@nats-io/transport-node';

export const STREAM = 'EVENTS';

const DAY_MS = 86_400_000;
const MAX_AGE_MS = 7 * DAY_MS;
const MAX_BYTES = 2 * 1024 ** 3;
const DUPLICATE_WINDOW_MS = 120_000;

/** The stream's age tells a relay whether it is the one that it published to before. */
export interface StreamState {
  readonly manager: JetStreamManager;
  readonly createdAt: string;
}

/**
 * Finds the stream or makes it. It is only the bell: what it forgets or loses is still in the outboxes.
 */
export async function ensureStream(connection: NatsConnection): Promise<StreamState> {
  const manager = await jetstreamManager(connection);
  const info = await manager.streams.add({
    name: STREAM,
    subjects: ['event.>'],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    max_age: nanos(MAX_AGE_MS),
    max_bytes: MAX_BYTES,
    duplicate_window: nanos(DUPLICATE_WINDOW_MS),
  });
  return { manager, createdAt: info.created };
}
