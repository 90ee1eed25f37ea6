import { readConfig, redisConfig } from '@likewell/service-kit/boot/config';
import { runTask } from '@likewell/service-kit/boot/run-task';
import type { Database } from '@likewell/service-kit/database/database';
import { connectRedis } from '@likewell/service-kit/redis/connect-redis';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { once } from 'node:events';
import { z } from 'zod';
import { TaskProblem } from './domain/task-words.js';
import { SessionCache } from './storage/session-cache.js';

const CONNECTS_WITHIN_MS = 5000;

type MemberTask = (database: Database, cache: SessionCache, words: readonly string[]) => Promise<string>;

/** The whole command of an operator's task about a member: its words come from the command line. */
export async function runMemberTask(name: string, task: MemberTask): Promise<void> {
  await runTask(name, async (database) => {
    const { REDIS_URL, REDIS_TIMEOUT_MS } = readConfig(z.object(redisConfig), process.env);
    const logger = createLogger(name, 'warn');
    const redis = connectRedis(REDIS_URL, logger, REDIS_TIMEOUT_MS);
    // What is asked of Redis before it is connected fails at once; without Redis the task takes a minute longer.
    await once(redis, 'ready', { signal: AbortSignal.timeout(CONNECTS_WITHIN_MS) }).catch(() => undefined);
    try {
      const said = await task(database, new SessionCache(redis, logger), process.argv.slice(2));
      process.stdout.write(`${said}\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof TaskProblem)) throw error;
      process.stderr.write(`${error.message}\n`);
      return 1;
    } finally {
      redis.disconnect();
    }
  });
}
