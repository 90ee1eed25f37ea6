import { newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { readConfig } from '@likewell/service-kit/config/config';
import { authConfig } from '../config.js';
import { PasswordHasher } from './password-hasher.js';

afterEach(() => vi.useRealTimers());

/** The configuration of auth with these variables beside those that it demands. */
const configWith = (variables: Record<string, string>) =>
  readConfig(authConfig, {
    HEALTH_PORT: '0',
    NATS_URL: 'nats://bus.example',
    ENVIRONMENT: 'development',
    DATABASE_URL: 'postgres://postgres.example/auth',
    REDIS_URL: 'redis://redis.example',
    NETWORK_SECRET: 'a secret for networks of the tests alone',
    TOTP_SECRET: 'a secret for codes of the tests alone',
    CURSOR_SECRET: 'a secret for cursors of the tests alone',
    ...variables,
  });

it('a password hash costs what OWASP asks for at the least, whatever variables say', async () => {
  const cheap = { passwordHash: 'm=8,t=1,p=1', PASSWORD_HASH: 'm=8,t=1,p=1' };
  const hasher = new PasswordHasher(configWith(cheap));
  const hash = await hasher.hash('correct horse');
  expect(hash).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  await expect(hasher.verify('correct horse', hash)).resolves.toBe(true);
  await expect(hasher.verify('correct horse', null)).resolves.toBe(false);
});

/** Has two passwords hashed, one at once, for a caller who waits for 10 s; the second has waited for `ms`. */
async function secondHashAfter(ms: number, variables: Record<string, string>) {
  vi.useFakeTimers();
  const hasher = new PasswordHasher({ ...configWith(variables), maxHashesAtOnce: 1 });
  const first = hasher.hash('correct horse');
  const context = newContext({ deadline: steadyNow() + 10_000 });
  const second = runInContext(context, () => hasher.hash('battery staple'));
  // The first cannot end meanwhile: that takes a turn of the event loop.
  vi.advanceTimersByTime(ms);
  const [one, two] = await Promise.allSettled([first, second]);
  expect(one).toMatchObject({ status: 'fulfilled' });
  return two;
}
const OVERLOADED = { status: 'rejected', reason: { code: 'OVERLOADED' } };

it('a hash that waits for its turn gives up while its caller still waits for the response', async () => {
  expect(await secondHashAfter(7500, { HASH_MAX_WAIT_MS: '25000' })).toMatchObject(OVERLOADED);
});

it('how long a hash waits for its turn is of the profile of time-outs, unless the variable says it', async () => {
  expect(await secondHashAfter(2000, {})).toMatchObject(OVERLOADED);
  expect(await secondHashAfter(2000, { TIMEOUTS: 'laptop' })).toMatchObject({ status: 'fulfilled' });
  const own = { TIMEOUTS: 'laptop', HASH_MAX_WAIT_MS: '1000' };
  expect(await secondHashAfter(1000, own)).toMatchObject(OVERLOADED);
});
