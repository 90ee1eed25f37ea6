import { readConfig } from '@likewell/service-kit/config/config';
import { readFileSync } from 'node:fs';
import { gatewayConfig } from './config.js';

const SEED = 'SUAKXK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK3YFY';
const needed = {
  ...{ HEALTH_PORT: '0', PORT: '0', NATS_URL: 'tls://h', REDIS_URL: 'redis://h' },
  ...{ NATS_CA: '-----BEGIN CERTIFICATE-----', NATS_SEED: SEED, ACTOR_SEED: SEED, PASSWORD_SEAL_KEY: 'AAAA' },
  SESSION_CACHE_SECRET: 'a secret for sessions of the tests alone',
};
const laptop = { ENVIRONMENT: 'development' };
const read = (variables: Record<string, string> = {}) =>
  readConfig(gatewayConfig, { ...needed, ...variables });

test('without a profile the limits are those of production', () => {
  expect(read()).toMatchObject({ LIMIT_TIP: { points: 120, windowMs: 60_000 }, MAX_IN_FLIGHT: 1000 });
});

test('a profile chooses every limit, and a variable still replaces one of them', () => {
  const config = read({ ...laptop, LIMITS: 'laptop', LIMIT_TIP: '7/1s' });
  expect(config).toMatchObject({ LIMIT_TIP: { points: 7, windowMs: 1000 }, MAX_IN_FLIGHT: 2000 });
  expect(config.LIMIT_READ.points).toBe(60_000);
  const load = read({ ...laptop, LIMITS: 'load' });
  expect(load.LIMIT_REGISTER.points).toBe(100_000_000);
  expect(load.MAX_IN_FLIGHT).toBe(read().MAX_IN_FLIGHT);
});

test('a gateway in production starts with the limits that load tests ask of it', () => {
  const readme = readFileSync(new URL('../../load-tests/README.md', import.meta.url), 'utf8');
  const named = Object.fromEntries(
    [...readme.matchAll(/\b(LIMIT_[A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
  expect(Object.keys(named)).toContain('LIMIT_READ');
  const config: object = read({ ENVIRONMENT: 'production', ...named });
  for (const name of Object.keys(named)) expect(config).toHaveProperty([name, 'points'], 100_000_000);
});

test.each(['laptop', 'load'])('limits of the profile %s do not run where people’s money is', (LIMITS) => {
  expect(() => read({ LIMITS })).toThrow(/LIMITS: must be production/);
  expect(() => read({ LIMITS, ENVIRONMENT: 'production' })).toThrow(/LIMITS: must be production/);
});

test('the environment of the process itself is read', () => {
  for (const [name, value] of Object.entries(needed)) vi.stubEnv(name, value);
  try {
    expect(readConfig(gatewayConfig, process.env).LIMITS).toBe('production');
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a profile or a limit that is none is named', () => {
  expect(() => read({ LIMITS: 'none' })).toThrow(/LIMITS/);
  expect(() => read({ LIMIT_TIP: '120' })).toThrow(/LIMIT_TIP: must look like 20\/1m/);
});

test('only the word of the proxies that are named is believed, and by default of nobody', () => {
  const isTrusted = read({ TRUSTED_PROXIES: '10.0.0.0/8,127.0.0.1' }).TRUSTED_PROXIES;
  const addresses = ['10.1.2.3', '127.0.0.1', '203.0.113.7'];
  expect(addresses.map((address) => isTrusted(address, 0))).toEqual([true, true, false]);
  expect(read().TRUSTED_PROXIES('127.0.0.1', 0)).toBe(false);
});

test('a proxy that is no address is named', () => {
  expect(() => read({ TRUSTED_PROXIES: '10.0.0.0/8, nginx' })).toThrow(/TRUSTED_PROXIES: must be addresses/);
});
