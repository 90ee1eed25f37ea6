import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { connectRedis } from '@likewell/service-kit/redis/connect-redis';
import { eventually } from '@likewell/testing/eventually';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { openTestDatabase } from '@likewell/testing/test-database';
import { Avatar } from '../src/avatars/avatar.entity.js';
import { AvatarsService } from '../src/avatars/avatars.service.js';
import { DeletionsService } from '../src/deletions/deletions.service.js';
import { MailLimits } from '../src/mail/mail-limits.js';
import { MailMetrics } from '../src/mail/mail-metrics.js';
import { MailQueue } from '../src/mail/mail-queue.js';
import { Mail } from '../src/mail/mail.entity.js';
import { Member } from '../src/members/member.entity.js';
import { MembersService } from '../src/members/members.service.js';
import { NetworkHasher } from '../src/networks/network-hasher.js';
import { SecurityEventsRecorder } from '../src/security-events/security-events.recorder.js';
import { SessionCache } from '../src/sessions/session-cache.js';
import { Session } from '../src/sessions/session.entity.js';
import { SessionsService } from '../src/sessions/sessions.service.js';
import type { AuthUnderTest } from './auth-under-test.js';

type Given = Pick<AuthUnderTest, 'service'> & { readonly redis: { readonly url: string } };

/** Makes the deletions of a replica of auth, which run every minute, available to a test at any time. */
export async function deletions(auth: Given, url = auth.service.schema.url) {
  const logger = createLogger('test', 'silent');
  const redis = connectRedis(auth.redis.url, logger, 2000);
  const entities = [Member, Session, Avatar, Mail];
  const database = await openTestDatabase(url, 2, entities);
  await eventually(() => redis.ping());
  const cache = new SessionCache(redis, logger, {});
  const hasher = new NetworkHasher({ NETWORK_SECRET: 'a secret for networks of the tests alone' });
  const events = new SecurityEventsRecorder(hasher);
  const limits = new MailLimits(hasher);
  const mails = new MailQueue(limits, new MailMetrics(new Metrics('test')), {});
  const members = new MembersService(database, events);
  const avatars = new AvatarsService(database, members);
  const sessions = new SessionsService(database, cache, events);
  const state = new ProcessState();
  return {
    state,
    deletions: new DeletionsService(database, avatars, sessions, events, mails, state),
    close: async () => {
      await database.dataSource.destroy();
      redis.disconnect();
    },
  };
}

/**
 * Deletes all members whose deletion is due, as a replica of auth does, and waits for those that the service's
 * own job is deleting.
 */
export async function deleteAllDue(auth: Given): Promise<void> {
  const replica = await deletions(auth);
  try {
    await eventually(async () => {
      await replica.deletions.carryOutDue();
      const due = 'SELECT FROM member WHERE deletion_at <= now()';
      expect((await auth.service.schema.owner.query(due)).rowCount).toBe(0);
    });
  } finally {
    await replica.close();
  }
}
