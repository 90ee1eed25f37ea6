import { getPrice, listPrices, type PriceRange } from '@likewell/contracts/wallet-chain-watcher/price';
import { HttpClient } from '@likewell/testing/http-client';
import { NodeProcess } from '@likewell/testing/node-process';
import { freePort } from '@likewell/testing/spawn-server';
import { TestBus } from '@likewell/testing/test-bus';
import { startNats, startRedis, type OwnServer } from '@likewell/testing/test-servers';
import { join } from 'node:path';
import { expectRejection } from './expect-rejection.js';

const AT = '2026-11-21T12:00:00.000Z';
const READS = 40;

let servers: OwnServer[];
let bus: TestBus;
let gateway: NodeProcess;
let visitor: HttpClient;

beforeAll(async () => {
  const [nats, redis] = await Promise.all([startNats(), startRedis()]);
  servers = [nats, redis];
  bus = await TestBus.connect(nats.url);
  const port = await freePort();
  gateway = await NodeProcess.prepare(join(import.meta.dirname, '..'), {
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
    HOST: '127.0.0.1',
    PORT: String(port),
    LIMIT_READ: `${READS}/1h`,
  });
  await gateway.start();
  visitor = new HttpClient(`http://127.0.0.1:${port}`);
});
afterAll(async () => {
  await gateway.stop();
  await bus.close();
  await Promise.all(servers.map((server) => server.remove()));
});

const get = async (path: string) => {
  // Wait until the server knows the subscription.
  await bus.nats.connection.flush();
  return visitor.call('GET', path);
};

describe('the price', () => {
  it('is public, and may be kept for some seconds', async () => {
    const watcher = bus.respond(getPrice, () => ({ price: { usd: 0.0124, at: AT } }));
    const { status, body, headers } = await get('/api/price');
    expect([status, body]).toEqual([200, { usd: 0.0124, as_of: AT }]);
    expect(headers.get('cache-control')).toBe('public, max-age=10');
    watcher.stop();
  });

  it('that nobody knows is null', async () => {
    const watcher = bus.respond(getPrice, () => ({ price: null }));
    expect(await get('/api/price')).toMatchObject({ status: 200, body: { usd: null, as_of: null } });
    watcher.stop();
  });

  it.each([0, -1, 1e-300, 1e7])('of %d is not passed on, whoever says it', async (usd) => {
    const watcher = bus.nats.connection.subscribe(getPrice.subject, {
      callback: (_, message) => void message.respond(JSON.stringify({ data: { price: { usd, at: AT } } })),
    });
    expectRejection(await get('/api/price'), 500, 'INTERNAL');
    watcher.unsubscribe();
  });

  it('is a 503 while the watcher is away, which nobody keeps', async () => {
    for (const path of ['/api/price', '/api/price/history?range=day']) {
      const response = await get(path);
      expectRejection(response, 503);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });
});

describe('the history', () => {
  it.each(['day', 'week', 'month', 'year', 'all'])('of a range of %s is a list of points', async (range) => {
    let asked: PriceRange | null = null;
    const watcher = bus.respond(listPrices, (input) => {
      asked = input.range;
      return { points: [{ at: AT, usd: 0.0124 }] };
    });
    const { status, body, headers } = await get(`/api/price/history?range=${range}`);
    expect([status, body, asked]).toEqual([200, { items: [{ at: AT, usd: 0.0124 }] }, range]);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    watcher.stop();
  });

  it.each([
    '',
    '?range=',
    '?range=hour',
    '?range=Day',
    '?range=day&range=week',
    '?range[]=day',
    '?range=%00',
  ])('of "%s" is rejected with a sentence that names the ranges', async (query) => {
    const response = await get(`/api/price/history${query}`);
    expectRejection(response, 400, 'INVALID_INPUT');
    expect(response.body.error).toBe('Choose day, week, month, year or all as the range.');
  });
});

it('both are limited as other reads are', async () => {
  const responses = await Promise.all(Array.from({ length: READS }, () => get('/api/price')));
  expect(responses.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  const rejected = await get('/api/price/history?range=day');
  expectRejection(rejected, 429, 'RATE_LIMITED');
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
});
