import { changePassword, endSession, logIn, registerMember } from '@likewell/contracts/auth/rpc';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { eventually } from '@likewell/testing/eventually';
import { NodeProcess } from '@likewell/testing/node-process';
import { TestBus } from '@likewell/testing/test-bus';
import { createTestSchema } from '@likewell/testing/test-schema';
import { startNats, startRedis } from '@likewell/testing/test-servers';
import { join } from 'node:path';
import { hashToken } from '../src/sessions/session-token.js';
import { authSchema } from '../src/schema.js';

const PASSWORD = 'canary-password-7f3a';
const NEW_PASSWORD = 'canary-password-9b1c';
const NETWORK = '192.0.2.77';
const NETWORK_SECRET = 'canary-secret-of-networks-0d2c5f';
const EMAIL = 'canary-address@example.org';

it('the log of auth tells what went wrong and holds no password, token, e-mail or address', async () => {
  const [schema, nats, redis] = await Promise.all([
    createTestSchema('auth', authSchema),
    startNats(),
    startRedis(),
  ]);
  const auth = await NodeProcess.prepare(join(import.meta.dirname, '..'), {
    DATABASE_URL: schema.url,
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
    HASH_MAX_WAIT_MS: '20000',
    NETWORK_SECRET,
    CURSOR_SECRET: 'a secret for cursors of the tests alone',
    LOG_LEVEL: 'trace',
  });
  await auth.start();
  const bus = await TestBus.connect(nats.url);
  const registrations = [{ network: NETWORK, points: 5, windowMs: 3_600_000 }];
  const origin = { network: NETWORK, registrations };
  const form = { username: 'canary', email: EMAIL, password: PASSWORD, referralCode: null, origin };

  const { token, member } = await bus.call(registerMember, form);
  const { memberId } = member;
  await bus.call(logIn, { emailOrUser: EMAIL, password: PASSWORD });
  await expect(bus.call(logIn, { emailOrUser: EMAIL, password: `${PASSWORD}!` })).rejects.toThrow();
  const change = { memberId, oldPassword: PASSWORD, newPassword: NEW_PASSWORD };
  await expect(bus.call(changePassword, { ...change, oldPassword: `${PASSWORD}?` })).rejects.toThrow();
  // Statements fail that carry the address, the password's hash and the token's hash.
  await schema.owner.query(`ALTER TABLE member DROP COLUMN referrer_id`);
  await schema.owner.query(`ALTER TABLE session RENAME COLUMN token_hash TO other`);
  const second = { ...form, username: 'canary2', email: `second-${EMAIL}` };
  const outcomes = await Promise.allSettled([
    bus.call(registerMember, second),
    bus.call(logIn, { emailOrUser: EMAIL, password: PASSWORD }),
    bus.call(changePassword, change),
    bus.call(endSession, { tokenHash: hashToken(token) }),
  ]);
  const failed = { status: 'rejected', reason: { code: commonErrors.INTERNAL.code } };
  expect(outcomes).toMatchObject([failed, failed, failed, failed]);

  await eventually(() => expect(auth.log.match(/call failed/g)).toHaveLength(4));
  expect(auth.log).toMatch(/does not exist/);
  for (const secret of [
    PASSWORD,
    NEW_PASSWORD,
    EMAIL,
    NETWORK,
    NETWORK_SECRET,
    token,
    hashToken(token),
    '$argon2id$',
  ]) {
    expect(auth.log).not.toContain(secret);
  }
  await bus.close();
  await auth.stop();
  await Promise.all([nats.remove(), redis.remove(), schema.drop()]);
});
