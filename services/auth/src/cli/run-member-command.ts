import { readConfig, redisConfig, sessionCacheConfig } from '@likewell/service-kit/config/config';
import { environment } from '@likewell/service-kit/config/environment';
import { timeouts } from '@likewell/service-kit/config/timeouts';
import { runTask } from '@likewell/service-kit/process/run-task';
import { connectRedis } from '@likewell/service-kit/redis/connect-redis';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { once } from 'node:events';
import { z } from 'zod';
import { SessionCache } from '../sessions/session-cache.js';
import type { MemberCommand } from './member-commands.js';

const CONNECTS_WITHIN_MS = 5000;
const variables = z.object({
  ...redisConfig,
  ...sessionCacheConfig,
  ENVIRONMENT: environment,
  TIMEOUTS: timeouts,
});

/** The whole command of an operator's command about a member: its arguments come from the command line. */
export async function runMemberCommand(name: string, command: MemberCommand): Promise<void> {
  await runTask(name, async (database) => {
    const { REDIS_URL, TIMEOUTS, ...sealing } = readConfig(variables, process.env);
    const logger = createLogger(name, 'warn');
    const redis = connectRedis(REDIS_URL, logger, TIMEOUTS.redisMs);
    // What is asked of Redis before it is connected fails at once; without Redis the command takes a minute longer.
    await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECTS_WITHIN_MS) }).catch(() => undefined);
    try {
      const sentence = await command(
        database,
        new SessionCache(redis, logger, sealing),
        process.argv.slice(2),
      );
      process.stdout.write(`${sentence}\n`);
      return 0;
    } finally {
      redis.disconnect();
    }
  });
}
