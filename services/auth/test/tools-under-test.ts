import { connectRedis } from '@likewell/service-kit/redis/connect-redis';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { eventually } from '@likewell/testing/eventually';
import { openTestDatabase } from '@likewell/testing/test-database';
import type { MemberCommandTools } from '../src/cli/member-commands.js';
import { NetworkHasher } from '../src/networks/network-hasher.js';
import { SecurityEventsRecorder } from '../src/security-events/security-events.recorder.js';
import { SessionCache } from '../src/sessions/session-cache.js';
import { SessionsService } from '../src/sessions/sessions.service.js';

/** Objects that an operator's commands work with, beside a service under test. */
export interface ToolsUnderTest extends MemberCommandTools {
  readonly cache: SessionCache;
  close(): Promise<void>;
}

/** Opens them with the service's role, as on a laptop where `tester` is logged in. */
export async function openTools(databaseUrl: string, redisUrl: string): Promise<ToolsUnderTest> {
  const logger = createLogger('test', 'silent');
  const redis = connectRedis(redisUrl, logger, 2000);
  const database = await openTestDatabase(databaseUrl, 4);
  await eventually(() => redis.ping());
  const NETWORK_SECRET = 'a secret for networks of the tests alone';
  const cache = new SessionCache(redis, logger, {});
  const events = new SecurityEventsRecorder(new NetworkHasher({ NETWORK_SECRET }));
  return {
    database,
    cache,
    sessions: new SessionsService(database, cache, events),
    events,
    rules: { presumed: 'tester', needsReasons: false },
    async close() {
      await database.dataSource.destroy();
      redis.disconnect();
    },
  };
}
