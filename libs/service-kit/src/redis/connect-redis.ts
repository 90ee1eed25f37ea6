import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from '../telemetry/logger.js';

const MAX_RECONNECT_DELAY_MS = 2000;
const SENTINEL = 'redis+sentinel:';
const SENTINEL_PORT = 26_379;
/** Short, because several servers share one name and a dead one must not delay us. */
const SENTINEL_TIMEOUT_MS = 1000;
/** Silence after the time-out of a command at which its connection is given up; an idle one may be silent. */
const SILENCE_MS = 3000;

/**
 * Connects a Redis client that fails fast: without a connection at once, or when Redis hangs within
 * `commandTimeout` (ms), a command rejects and the caller falls back. A connection that stays silent for three
 * seconds more is given up, with the commands that wait in it. Redis is never the only copy of anything.
 * @param url `redis://user:password@host:port`, or `redis+sentinel://user:password@host:port/name` for the
 *   current master of that name; the sentinels know the same user and password
 */
export function connectRedis(url: string, logger: Logger, commandTimeout: number): Redis {
  const options: RedisOptions = {
    commandTimeout,
    socketTimeout: commandTimeout + SILENCE_MS,
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
  // ioredis keeps the timer of a connection that was lost while a command waited, and would end the next one.
  redis.on('close', () => {
    const timed = redis as unknown as { socketTimeoutTimer?: NodeJS.Timeout | undefined };
    clearTimeout(timed.socketTimeoutTimer);
    timed.socketTimeoutTimer = undefined;
  });
  return redis;
}

/**
 * ioredis closes a client permanently when it learns of a failover while it asks a sentinel for the master:
 * the message ends the connection attempt. This class connects again until {@link disconnect}.
 */
class LastingRedis extends Redis {
  private isWanted = true;

  constructor(options: RedisOptions) {
    super(options);
    this.on('end', () => {
      setTimeout(() => {
        // The `error` event reports why it failed.
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
    // Reports a failover at once: otherwise the old master, now a replica, would reject writes.
    failoverDetector: true,
    sentinelRetryStrategy: delayOf,
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    connectTimeout: SENTINEL_TIMEOUT_MS,
  };
}

const delayOf = (attempt: number) => Math.min(attempt * 100, MAX_RECONNECT_DELAY_MS);

/** Injects Redis, in a service whose configuration has a REDIS_URL. */
export const REDIS = Symbol('likewell:redis');
