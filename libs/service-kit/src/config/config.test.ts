import { z } from 'zod';
import { ConfigError } from './config-error.js';
import { readConfig, redisConfig, serviceConfig } from './config.js';

const schema = serviceConfig.extend(redisConfig);
const GOOD = {
  DATABASE_URL: 'postgres://auth:pw@127.0.0.1:5432/likewell',
  NATS_URL: 'tls://127.0.0.1:4222',
  NATS_CA: '-----BEGIN CERTIFICATE-----',
  REDIS_URL: 'redis://127.0.0.1:6379',
  HEALTH_PORT: '9001',
  NATS_SEED: 'SUAKXK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK5LVOV2XK3YFY',
  ACTOR_PUBLIC_KEYS: 'UASIVS63V6PAKAMW3ZYEX2RNNB3Q4UMRKDIQHNMH3LRNTSWVHXMTB766',
};

describe('a configuration', () => {
  it('demands in production what development may do without', () => {
    const { NATS_SEED, ACTOR_PUBLIC_KEYS, ...rest } = GOOD;
    expect(() => readConfig(schema, rest)).toThrow(
      new ConfigError(
        'Bad configuration:\n  NATS_SEED: is needed where ENVIRONMENT is production\n  ACTOR_PUBLIC_KEYS: is needed where ENVIRONMENT is production',
      ),
    );
    expect(() => readConfig(schema, { ...rest, ENVIRONMENT: 'development' })).not.toThrow();
    const two = { ...GOOD, NATS_SEED, ACTOR_PUBLIC_KEYS: `${ACTOR_PUBLIC_KEYS},${ACTOR_PUBLIC_KEYS}` };
    expect(readConfig(schema, two).ACTOR_PUBLIC_KEYS).toHaveLength(2);
    expect(() => readConfig(schema, { ...GOOD, NATS_SEED: 'SUnonsense' })).toThrow(/NATS_SEED: must be/);
  });

  it.each<[string, z.ZodType]>([
    ['before', z.preprocess((given) => given, schema)],
    ['after', schema.transform((given) => ({ ...given, more: 1 }))],
    [
      'before and after',
      z.preprocess((given) => given, schema).transform((given) => ({ ...given, more: 1 })),
    ],
  ])('demands the same when something is made of it %s', (_, made) => {
    const { NATS_SEED, ...rest } = GOOD;
    expect(() => readConfig(made, rest)).toThrow(/ {2}NATS_SEED: is needed/);
    expect(readConfig(made, GOOD)).toMatchObject({ NATS_SEED });
  });

  it('takes in production no bus without TLS', () => {
    const plain = { ...GOOD, NATS_URL: 'nats://127.0.0.1:4222' };
    expect(() => readConfig(schema, plain)).toThrow(
      new ConfigError(
        'Bad configuration:\n  NATS_URL: must begin with tls:// where ENVIRONMENT is production',
      ),
    );
    const { NATS_CA: _, ...trustless } = GOOD;
    expect(() => readConfig(schema, trustless)).toThrow(/ {2}NATS_CA: is needed/);
    expect(() => readConfig(schema, { ...GOOD, NATS_CA: '/no/such/file' })).toThrow(
      /NATS_CA: must be certificates in PEM, or a file/,
    );
    expect(readConfig(schema, { ...GOOD, NATS_CA: __filename }).NATS_CA).toBe(__filename);
    const { NATS_URL } = plain;
    expect(readConfig(schema, { ...trustless, NATS_URL, ENVIRONMENT: 'development' }).NATS_URL).toBe(
      NATS_URL,
    );
  });

  it('reads numbers and fills in what has a default', () => {
    expect(readConfig(schema, GOOD)).toEqual({
      ...GOOD,
      HEALTH_PORT: 9001,
      ACTOR_PUBLIC_KEYS: [GOOD.ACTOR_PUBLIC_KEYS],
      ENVIRONMENT: 'production',
      HEALTH_HOST: '',
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      OTEL_TRACES_SAMPLER_ARG: 1,
      DATABASE_POOL_SIZE: 10,
      STREAM_REPLICAS: 1,
      EVENT_STREAM_MAX_BYTES: 3 * 1024 ** 3,
      EVENT_RETENTION_HOURS: 720,
      STOP_TIMEOUT_MS: 30_000,
      TIMEOUTS: { profile: 'production', callFactor: 1, redisMs: 150 },
    });
  });

  it('waits longer where one machine runs everything', () => {
    const { TIMEOUTS } = readConfig(schema, { ...GOOD, TIMEOUTS: 'laptop' });
    expect(TIMEOUTS).toEqual({ profile: 'laptop', callFactor: 4, redisMs: 5000 });
    expect(() => readConfig(schema, { ...GOOD, TIMEOUTS: 'holiday' })).toThrow('TIMEOUTS');
  });

  it('that is bad names every bad variable at once', () => {
    const bad = {
      ...GOOD,
      DATABASE_URL: undefined,
      HEALTH_PORT: '70000',
      LOG_LEVEL: 'loud',
      DATABASE_POOL_SIZE: 'x',
    };
    const read = () => readConfig(schema, bad);
    expect(read).toThrow(ConfigError);
    for (const name of ['DATABASE_URL', 'HEALTH_PORT', 'LOG_LEVEL', 'DATABASE_POOL_SIZE']) {
      expect(read).toThrow(name);
    }
    expect(read).not.toThrow(/NATS_URL|REDIS_URL/);
  });

  it('that is bad never tells a value, which may be a secret', () => {
    const canary = 'canary-7f3a';
    const everyOne = Object.fromEntries(
      [...Object.keys(GOOD), 'LOG_LEVEL', 'DATABASE_POOL_SIZE'].map((name) => [name, canary]),
    );
    const message = (() => {
      try {
        readConfig(schema, everyOne);
      } catch (error) {
        return String(error);
      }
      return '';
    })();
    expect(message).toContain('DATABASE_URL');
    expect(message).not.toContain(canary);
  });
});
