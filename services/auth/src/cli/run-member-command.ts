import { readConfig, redisConfig, sessionCacheConfig } from '@likewell/service-kit/config/config';
import { environment } from '@likewell/service-kit/config/environment';
import { timeouts } from '@likewell/service-kit/config/timeouts';
import type { Database } from '@likewell/service-kit/database/database';
import { operatorRules } from '@likewell/service-kit/process/operator-arguments';
import { runTask } from '@likewell/service-kit/process/run-task';
import { connectRedis } from '@likewell/service-kit/redis/connect-redis';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { once } from 'node:events';
import { z } from 'zod';
import { NetworkHasher } from '../networks/network-hasher.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { SessionCache } from '../sessions/session-cache.js';
import { SessionsService } from '../sessions/sessions.service.js';
import type { MemberCommand } from './member-commands.js';

const CONNECTS_WITHIN_MS = 5000;
const variables = z.object({
  ...redisConfig,
  ...sessionCacheConfig,
  ENVIRONMENT: environment,
  NETWORK_SECRET: z.string().min(32),
  TIMEOUTS: timeouts,
});

/** Runs an operator's command about a member, as its process. @param output where its message is printed */
export async function runMemberCommand(
  name: string,
  command: MemberCommand,
  output?: NodeJS.WritableStream,
): Promise<void> {
  const work = async (database: Database, given: readonly string[]) => {
    const { REDIS_URL, TIMEOUTS, ENVIRONMENT, ...secrets } = readConfig(variables, process.env);
    const logger = createLogger(name, 'warn');
    const redis = connectRedis(REDIS_URL, logger, TIMEOUTS.redisMs);
    // Commands to Redis fail at once while it is not connected; without Redis, the command takes a minute
    // longer.
    await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECTS_WITHIN_MS) }).catch(() => undefined);
    try {
      const events = new SecurityEventsRecorder(new NetworkHasher(secrets));
      const sessions = new SessionsService(database, new SessionCache(redis, logger, secrets), events);
      return await command({ database, sessions, events, rules: operatorRules(ENVIRONMENT) }, given);
    } finally {
      redis.disconnect();
    }
  };
  await runTask(name, work, { output });
}
