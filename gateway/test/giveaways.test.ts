import { BitcoinStandIn } from '@likewell/stand-in-bitcoin/stand-in';
import { Chain } from '@likewell/stand-in-bitcoin/chain';
import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { NodeProcess, runMigrations } from '@likewell/testing/node-process';
import { freePort } from '@likewell/testing/spawn-server';
import { startNats, startRedis, type OwnServer } from '@likewell/testing/test-servers';
import { provisionTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { join } from 'node:path';
import { expectRejection } from './expect-rejection.js';

const ROOT = join(import.meta.dirname, '../..');
const NOON = Date.UTC(2026, 5, 2, 16) / 1000;
const ENTRIES = Array.from({ length: 2500 }, (_, index) => `account_${String(index).padStart(5, '0')}`);

const chain = new Chain();
for (let time = -12 * 3600; time <= 3600; time += 600) chain.append(NOON + time + 1);
const source = new BitcoinStandIn(chain);
let servers: OwnServer[];
let schema: TestSchema;
let processes: NodeProcess[];
let url: string;
let visitor: HttpClient;

/**
 * Starts only the gateway and giveaway. The clock of giveaway stands before the end of two giveaways, and
 * then after the draw of one.
 */
beforeAll(async () => {
  await source.listen(0);
  const [nats, redis] = await Promise.all([startNats(), startRedis()]);
  servers = [nats, redis];
  schema = await provisionTestSchema('giveaway');
  const folder = join(ROOT, 'services/giveaway');
  await runMigrations(folder, schema.ownerUrl);
  await schema.owner.query(`
    CREATE TABLE test_clock AS SELECT '2026-06-02T04:00:00Z'::timestamptz AS now;
    CREATE OR REPLACE FUNCTION giveaway_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT now FROM test_clock';
    INSERT INTO giveaway (title, prize, audience, rules, winners_wanted, starts_at, end_date, snapshot_at, draw_at) VALUES
      ('Drawn', 'P', 'A', 'R', 3, '2026-05-01', '2026-06-01', '2026-06-02T03:59:00Z', '2026-06-02T16:00:00Z'),
      ('Ahead', 'P', 'A', 'R', 1, '2026-05-01', '2026-06-30', '2026-07-01T03:59:00Z', '2026-07-01T16:00:00Z');
  `);
  await schema.owner.query('INSERT INTO giveaway_entry SELECT 1, unnest($1::text[])', [ENTRIES]);
  const bus = { NATS_URL: nats.url, REDIS_URL: redis.url };
  const port = await freePort();
  processes = await Promise.all([
    NodeProcess.prepare(folder, {
      ...bus,
      DATABASE_URL: schema.url,
      CURSOR_SECRET: 'a secret for cursors of the tests alone',
      BITCOIN_SOURCES: source.origin,
    }),
    NodeProcess.prepare(join(ROOT, 'gateway'), {
      ...bus,
      HOST: '127.0.0.1',
      PORT: String(port),
      TRUSTED_PROXIES: '127.0.0.1',
      LIMIT_READ: '100000/1m',
      LIMIT_PROOF: '3/10m',
    }),
  ]);
  await Promise.all(processes.map((process) => process.start()));
  url = `http://127.0.0.1:${port}`;
  visitor = new HttpClient(url);
  await eventually(async () => expect((await get('1')).body.commitment).not.toBeNull(), 20_000);
  await schema.owner.query("UPDATE test_clock SET now = '2026-06-02T18:00:00Z'");
  await eventually(async () => expect((await get('1')).body.status).toBe('drawn'), 20_000);
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()));
  await Promise.all([...servers.map((server) => server.remove()), schema.drop(), source.close()]);
});

let lastAddress = 0;
/** Uses a new address for each request, unless the test is about the limit. */
const get = (path: string, address = `192.0.2.${(lastAddress += 1) % 250}`) =>
  visitor.call('GET', `/api/giveaways${path && `/${path}`}`, undefined, { 'x-forwarded-for': address });

it('giveaways are a list, without rules, the last to end first', async () => {
  const { status, body } = await get('');
  expect(status).toBe(200);
  expect(body).toEqual([
    { id: 2, title: 'Ahead', prize: 'P', date: '2026-06-30', audience: 'A', status: 'active' },
    { id: 1, title: 'Drawn', prize: 'P', date: '2026-06-01', audience: 'A', status: 'drawn' },
  ]);
});

it('one giveaway has its rules and what is published of its draw', async () => {
  expect((await get('2')).body).toMatchObject({
    rules: 'R',
    commitment: null,
    entries_count: null,
    drawn_at: null,
  });
  expect((await get('1')).body).toMatchObject({
    entries_count: 2500,
    draw_at: '2026-06-02T16:00:00.000Z',
    drawn_at: '2026-06-02T18:00:00.000Z',
    disputes_until: '2026-07-02T18:00:00.000Z',
  });
});

describe('a proof', () => {
  it('is read in pages of 1,000 entries, or as one file', async () => {
    const pages = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: { entries: string[]; nextCursor: string | null } } = await get(
        `1/proof?cursor=${encodeURIComponent(cursor)}`,
      );
      pages.push(body.entries.length);
      cursor = body.nextCursor;
    }
    expect(pages).toEqual([1000, 1000, 500]);
    const { headers, body: whole } = await get('1/proof?download=1');
    expect(headers.get('content-disposition')).toBe('attachment; filename="giveaway-1-proof.json"');
    expect(whole).toMatchObject({ entries: ENTRIES, nextCursor: null, block: { kind: 'first-after' } });
    const { body: first } = await get('1/proof');
    expect({ ...whole, entries: [], nextCursor: null }).toEqual({ ...first, entries: [], nextCursor: null });
    expect(whole.winners).toHaveLength(3);
  });

  it('of which only the headers are wanted costs as little as its first page', async () => {
    const pages = () =>
      processes[0]?.metric('likewell_rpc_served_seconds_count', 'subject="rpc.giveaway.list-entries"');
    const before = (await pages()) ?? 0;
    const address = { 'x-forwarded-for': '198.51.100.8' };
    const whole = `${url}/api/giveaways/1/proof?download=1`;
    const { status, headers } = await fetch(whole, { method: 'HEAD', headers: address });
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      'attachment; filename="giveaway-1-proof.json"',
    ]);
    await get('1/proof?download=1');
    expect(await pages()).toBe(before + 1 + 3);
  });

  it('begins with the snapshot', async () => expectRejection(await get('2/proof'), 409, 'NO_SNAPSHOT_YET'));

  it('is taken whole so often by one address, and read in pages by all', async () => {
    const statuses = [];
    for (let index = 0; index < 5; index += 1)
      statuses.push((await get('1/proof?download=1', '198.51.100.7')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect((await get('1/proof', '198.51.100.7')).status).toBe(200);
  });
});

describe('a check', () => {
  it('finds a winner however it is written, and nobody else', async () => {
    const { winners } = (await get('1/proof')).body;
    const check = async (text: string) => (await get(`1/check/${encodeURIComponent(text)}`)).body.won;
    const [{ entry }] = winners;
    expect(await check(entry)).toBe(true);
    expect(await check(` @${entry.toUpperCase()}`)).toBe(true);
    expect(await check(`https://x.com/${entry}/status/1?a=b#c`)).toBe(true);
    for (const other of [
      'nobody',
      'john doe',
      '../../2',
      "' OR 1=1 --",
      '阿'.repeat(200),
      '%',
      '%2F',
      '<b>',
      '\u202E',
    ])
      expect([other, await check(other)]).toEqual([other, false]);
  });

  it('before the draw is 409', async () => expectRejection(await get('2/check/alice'), 409, 'NOT_DRAWN_YET'));

  it('is limited to ten a minute by one address', async () => {
    const statuses = [];
    for (let index = 0; index < 12; index += 1)
      statuses.push((await get('1/check/alice', '198.51.100.8')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });
});

it.each([
  ['99', 404],
  ['0', 400],
  ['x', 400],
  ['-1', 400],
  ['1e3', 400],
  ['99999999999999999', 400],
  ['99/check/alice', 404],
  ['x/check/alice', 400],
  ['1/check/', 404],
  ['1/check/a%00b', 400],
  ['1/check/%FF', 400],
  ['1/check/%ED%A0%80', 400],
  [`1/check/${'a'.repeat(301)}`, 400],
  ['1/check/a/b', 404],
  ['99/proof', 404],
  ['1/proof?cursor=forged', 400],
  ['1/proof?download=yes', 400],
  ['1/proof?cursor=a&cursor=b', 400],
])('GET /api/giveaways/%s is rejected with %i', async (path, status) => {
  expectRejection(await get(path), status);
});
