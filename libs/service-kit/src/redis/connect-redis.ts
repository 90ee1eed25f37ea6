import { Redis } from 'ioredis';
import type { Logger } from '../telemetry/logger.js';

const COMMAND_TIMEOUT_MS = 150;
const MAX_RECONNECT_DELAY_MS = 2000;

/**
 * A Redis client that fails fast: without a connection, or when Redis hangs, a command rejects within
 * 150 ms and the caller falls back. Redis is never the only copy of anything.
 */
export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_DELAY_MS),
  });
  redis.on('error', (error) => {
    logger.warn({ err: error }, 'redis is not reachable');
  });
  return redis;
}
