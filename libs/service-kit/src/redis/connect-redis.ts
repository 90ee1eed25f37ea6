import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../telemetry/logger.js';

const MAX_RECONNECT_DELAY_MS = 2000;
const SENTINEL = 'redis+sentinel:';
const SENTINEL_PORT = 26_379;
/** Several servers stand behind one name; a dead one must not hold us up. */
const SENTINEL_TIMEOUT_MS = 1000;

/**
 * A Redis client that fails fast: without a connection at once, or when Redis hangs within `commandTimeout` (ms),
 * a command rejects and the caller falls back. Redis is never the only copy of anything.
 * @param url `redis://user:password@host:port`, or `redis+sentinel://user:password@host:port/name` for the master
 *   of that name, whichever server it is at the moment; the sentinels know the same user and password
 */
export function connectRedis(url: string, logger: Logger, commandTimeout: number): Redis {
  const options: RedisOptions = {
    commandTimeout,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    retryStrategy: delayOf,
  };
  const redis = url.startsWith(SENTINEL)
    ? new LastingRedis({ ...masterFrom(url), ...options })
    : new Redis(url, options);
  redis.on('error', (error) => {
    logger.warn({ err: error }, 'redis is not reachable');
  });
  return redis;
}

/**
 * ioredis gives a client up for good when it hears of a failover while it asks a sentinel for the master: the message ends
 * what has only begun. This one connects again until {@link disconnect}.
 */
class LastingRedis extends Redis {
  private isWanted = true;

  constructor(options: RedisOptions) {
    super(options);
    this.on('end', () => {
      setTimeout(() => {
        // What it fails of is told by the `error` event.
        if (this.isWanted) this.connect().catch(() => undefined);
      }, delayOf(1));
    });
  }

  override disconnect(reconnect = false): void {
    if (!reconnect) this.isWanted = false;
    super.disconnect(reconnect);
  }
}

function masterFrom(url: string): RedisOptions {
  const { hostname, port, username, password, pathname } = new URL(url);
  const secret = decodeURIComponent(password);
  return {
    sentinels: [{ host: hostname, port: Number(port || SENTINEL_PORT) }],
    name: pathname.slice(1),
    ...(secret && { password: secret, sentinelPassword: secret }),
    ...(username && { username, sentinelUsername: username }),
    // A failover is heard of at once: the old master, a replica by now, would refuse to write.
    failoverDetector: true,
    sentinelRetryStrategy: delayOf,
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    connectTimeout: SENTINEL_TIMEOUT_MS,
  };
}

const delayOf = (attempt: number) => Math.min(attempt * 100, MAX_RECONNECT_DELAY_MS);

/** Injects Redis, in a service whose configuration has a REDIS_URL. */
export const REDIS = Symbol('likewell:redis');
