import { SealedValues } from '@likewell/service-kit/redis/sealed-values';
import { endSession } from '@likewell/contracts/auth/sessions-rpc';
import { registerMember } from '@likewell/contracts/auth/sign-in-rpc';
import { REVOKED, SESSION_CACHE_SECONDS, sessionKey } from '@likewell/contracts/auth/session-cache';
import { eventually } from '@likewell/testing/eventually';
import { giveSecondFactor } from '@likewell/testing/give-second-factor';
import { startRedis, type OwnServer } from '@likewell/testing/test-servers';
import { Redis } from 'ioredis';
import type { AuthConstants } from '../src/config.js';
import { PasswordHasher } from '../src/passwords/password-hasher.js';
import { hashToken } from '../src/sessions/session-token.js';
import { startAuth, type AuthService } from './start-auth.js';

/** The password of every member that {@link AuthUnderTest.register} makes. */
export const PASSWORD = 'correct horse battery';

/** Auth with its own schema, bus and Redis. */
export class AuthUnderTest {
  private names = 0;

  private constructor(
    readonly service: AuthService,
    readonly redis: OwnServer,
  ) {}

  static async start(
    variables: Record<string, string> = {},
    constants: Partial<AuthConstants> = {},
  ): Promise<AuthUnderTest> {
    const redis = await startRedis();
    const settings = { REDIS_URL: redis.url, HASH_MAX_WAIT_MS: '20000', ...variables };
    const service = await startAuth(settings, constants);
    await untilItWritesTo(redis, service);
    return new AuthUnderTest(service, redis);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.redis.remove();
  }

  /** Returns a username that nobody has. */
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
    return this.service.bus.begin(registerMember, form);
  }

  /** Registers a member with a session. */
  async newMember() {
    const { tokenHash, member } = await this.register(this.newName());
    return { ...member, tokenHash };
  }

  /** Inserts further sessions of a member, and returns their hashes. */
  insertSessions(memberId: number, count: number): Promise<string[]> {
    return insertSessions(this.service.schema, memberId, count);
  }

  /** Registers a member who may be given a role, since they have a second factor. */
  async newStaffMember() {
    const member = await this.newMember();
    await giveSecondFactor(this.service.schema.owner, member.memberId);
    return member;
  }
}

/**
 * Inserts further sessions of a member, used a day ago, without the cost of hashing a password; returns their
 * hashes.
 */
export async function insertSessions(
  { owner }: AuthService['schema'],
  memberId: number,
  count: number,
): Promise<string[]> {
  const { rows } = await owner.query<{ hash: string }>(
    `INSERT INTO session (token_hash, member_id, last_used_at)
     SELECT sha256(uuid_send(gen_random_uuid())), $1, now() - interval '1 day' FROM generate_series(1, $2::integer)
     RETURNING encode(token_hash, 'hex') AS hash`,
    [memberId, count],
  );
  return rows.map(({ hash }) => hash);
}

/**
 * Counts the passwords that this process hashes or checks meanwhile. Unlike time, this measures the cost of
 * calls independently of the machine's load.
 */
export async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  const spies = [vi.spyOn(PasswordHasher.prototype, 'hash'), vi.spyOn(PasswordHasher.prototype, 'verify')];
  try {
    await work();
    return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Waits until the service is connected to Redis: it is ready without Redis, but caches no session until then. */
async function untilItWritesTo({ url }: OwnServer, { bus }: AuthService): Promise<void> {
  const redis = new Redis(url);
  const tokenHash = hashToken('of nobody');
  await bus.call(endSession, { tokenHash });
  await eventually(async () => expect(await cachedSession(redis, tokenHash)).toBe(REVOKED));
  redis.disconnect();
}

/** Returns the cached value of a session, as the gateway of these tests would read it. */
export async function cachedSession(redis: Redis, tokenHash: string): Promise<string | null> {
  const key = sessionKey(tokenHash);
  const found = await redis.get(key);
  return found === null ? null : new SealedValues('').open(key, found, SESSION_CACHE_SECONDS * 1000);
}
