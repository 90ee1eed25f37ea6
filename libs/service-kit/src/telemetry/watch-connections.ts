import type { Redis } from 'ioredis';
import type { Database } from '../database/database.js';
import type { Nats } from '../rpc/connect-nats.js';
import type { Metrics } from './metrics.js';

/** Connections of a process. */
interface Connections {
  readonly nats: Nats;
  readonly database?: Database;
  /** Whether Postgres replied and took writes at the last look. */
  readonly hasDatabase?: () => boolean;
  readonly redis?: Redis | null;
}

/**
 * Adds metrics for whether each connection is up, when the certificate of the bus ends and, for Postgres, for the
 * number of connections and of waiting callers.
 */
export function watchConnections(
  metrics: Metrics,
  { nats, database, hasDatabase, redis }: Connections,
): void {
  metrics.watchEach(
    'likewell_connected',
    '1 while the connection to a server stands',
    'server',
    () => ({
      nats: nats.isConnected() ? 1 : 0,
      ...(hasDatabase && { postgres: hasDatabase() ? 1 : 0 }),
      ...(redis && { redis: redis.status === 'ready' ? 1 : 0 }),
    }),
    'min',
  );
  metrics.watchEach(
    'likewell_certificate_ends_timestamp_seconds',
    'When the certificate ends that a server shows to who connects now; unknown until it was seen, and without TLS',
    'server',
    () => ({ ...(nats.certificate?.endsAt && { nats: nats.certificate.endsAt }) }),
    'min',
  );
  if (!database) return;
  const { pool } = database;
  metrics.watchEach(
    'likewell_postgres_pool',
    'Connections of the pool: `max` may be open, `busy` and `idle` are, and so many calls are `waiting` for one',
    'state',
    () => ({
      max: pool.options.max,
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: database.waitingCount,
    }),
  );
}
