import { eventually } from '@likewell/testing/eventually';
import { startRedis, type OwnServer } from '@likewell/testing/test-servers';
import type { Redis } from 'ioredis';
import type { Nats } from '../src/rpc/connect-nats.js';
import { connectRedis } from '../src/redis/connect-redis.js';
import { createLogger } from '../src/telemetry/logger.js';
import { Metrics } from '../src/telemetry/metrics.js';
import { watchConnections } from '../src/telemetry/watch-connections.js';
import { TcpProxy } from './tcp-proxy.js';

const COMMAND_TIMEOUT_MS = 150;
const GIVEN_UP_AFTER_MS = 3150;
const nats = { isConnected: () => true } as Nats;
let server: OwnServer;

beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.remove());

const clientOf = (url: string) => connectRedis(url, createLogger('test', 'silent'), COMMAND_TIMEOUT_MS);

/** Resolves at the next event of that name; `once` of Node would reject at an error, which comes first. */
const next = (redis: Redis, event: 'close' | 'ready') =>
  new Promise<void>((resolve) => redis.once(event, () => resolve()));

/** Waits until commands succeed. */
const untilUsable = (redis: Redis) => eventually(async () => expect(await redis.ping()).toBe('PONG'));

it('a Redis that hangs is given up, and used again when it responds; an idle client is not cut', async () => {
  const [redis, idle] = [clientOf(server.url), clientOf(server.url)];
  const metrics = new Metrics('test');
  watchConnections(metrics, { nats, redis });
  const connected = async () => {
    const { values } = (await metrics.registry.getSingleMetric('likewell_connected')?.get()) ?? {
      values: [],
    };
    return values.find(({ labels }) => labels.server === 'redis')?.value;
  };
  const cuts = vi.fn();
  try {
    await untilUsable(redis);
    await untilUsable(idle);
    idle.on('close', cuts);
    expect(await connected()).toBe(1);
    const info = await eventually(() => redis.info('server'));
    const pid = Number(/process_id:(\d+)/.exec(info)?.[1]);
    process.kill(pid, 'SIGSTOP');
    try {
      await expect(redis.get('key')).rejects.toThrow('Command timed out');
      await eventually(async () => expect(await connected()).toBe(0));
      await expect(redis.get('key')).rejects.toThrow();
      expect(cuts).not.toHaveBeenCalled();
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await eventually(async () => expect(await connected()).toBe(1));
    await untilUsable(redis);
    await untilUsable(idle);
  } finally {
    redis.disconnect();
    idle.disconnect();
  }
}, 60_000);

it('a connection lost while a command waited does not shorten the life of the next one', async () => {
  const link = await TcpProxy.to(new URL(server.url));
  const redis = clientOf(`redis://127.0.0.1:${link.port}`);
  try {
    await untilUsable(redis);
    link.hold();
    await expect(redis.get('key')).rejects.toThrow('Command timed out');
    link.cut();
    await next(redis, 'close');
    link.mend();
    await next(redis, 'ready');
    link.hold();
    const askedAt = performance.now();
    const closed = next(redis, 'close');
    await expect(redis.get('key')).rejects.toThrow('Command timed out');
    await closed;
    // A timer may be early by the millisecond that it is rounded to.
    expect(performance.now() - askedAt).toBeGreaterThan(GIVEN_UP_AFTER_MS - 5);
  } finally {
    redis.disconnect();
    link.stop();
  }
}, 60_000);
