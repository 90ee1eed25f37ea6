import { SealedValues } from '@likewell/service-kit/redis/sealed-values';
import { endSession, registerMember } from '@likewell/contracts/auth/rpc';
import { REVOKED, SESSION_CACHE_SECONDS, sessionKey } from '@likewell/contracts/auth/session-cache';
import { eventually } from '@likewell/testing/eventually';
import { giveSecondFactor } from '@likewell/testing/give-second-factor';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { startRedis, type OwnServer } from '@likewell/testing/test-servers';
import { Redis } from 'ioredis';
import { authService } from '../src/app.module.js';
import { PasswordHasher } from '../src/passwords/password-hasher.js';
import { hashToken } from '../src/sessions/session-token.js';
import { authSchema } from '../src/schema.js';

/** The password of every member that {@link AuthUnderTest.register} makes. */
export const PASSWORD = 'correct horse battery';

/** Auth on a schema, a bus and a Redis of its own. */
export class AuthUnderTest {
  private names = 0;

  private constructor(
    readonly service: ServiceUnderTest,
    readonly redis: OwnServer,
  ) {}

  static async start(variables: Record<string, string> = {}): Promise<AuthUnderTest> {
    const redis = await startRedis();
    const settings = { REDIS_URL: redis.url, HASH_MAX_WAIT_MS: '20000', ...variables };
    const service = await startService(authService, authSchema, settings);
    await untilItWritesTo(redis, service);
    return new AuthUnderTest(service, redis);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.redis.remove();
  }

  /** A username that nobody has. */
  newName(hint = 'member'): string {
    this.names += 1;
    return `${hint}_${this.names}`;
  }

  register(username: string) {
    const form = {
      username,
      email: `${this.newName('mail')}@example.org`,
      password: PASSWORD,
      referralCode: null,
    };
    return this.service.bus.call(registerMember, form);
  }

  /** A new member with a session of theirs. */
  async newMember() {
    const { token, member } = await this.register(this.newName());
    return { ...member, tokenHash: hashToken(token) };
  }

  /** One who may be given a role: with a second factor. */
  async newStaffMember() {
    const member = await this.newMember();
    await giveSecondFactor(this.service.schema.owner, member.memberId);
    return member;
  }
}

/** How many passwords this process hashes or checks meanwhile: what dear calls cost, whoever else uses the machine. */
export async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  const spies = [vi.spyOn(PasswordHasher.prototype, 'hash'), vi.spyOn(PasswordHasher.prototype, 'verify')];
  try {
    await work();
    return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** A service is ready without Redis; until it is connected it remembers no session. */
async function untilItWritesTo({ url }: OwnServer, { bus }: ServiceUnderTest): Promise<void> {
  const redis = new Redis(url);
  const tokenHash = hashToken('of nobody');
  await bus.call(endSession, { tokenHash });
  await eventually(async () => expect(await cachedSession(redis, tokenHash)).toBe(REVOKED));
  redis.disconnect();
}

/** What the cache says of a session, as the gateway of these tests would read it. */
export async function cachedSession(redis: Redis, tokenHash: string): Promise<string | null> {
  const key = sessionKey(tokenHash);
  const found = await redis.get(key);
  return found === null ? null : new SealedValues('').open(key, found, SESSION_CACHE_SECONDS * 1000);
}
