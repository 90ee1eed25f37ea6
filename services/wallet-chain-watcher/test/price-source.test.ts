import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { PriceStandIn } from '@likewell/stand-in-prices/price-stand-in';
import { PriceSource } from '../src/prices/price-source.js';
import { HOSTILE } from './hostile-responses.js';
import { configFor } from './price-under-test.js';

const outside = new PriceStandIn();
/** A source with a long timeout, which waits for a good response even on a busy machine. */
let source: PriceSource;
/** A source with a short timeout: without one, fetch waits for minutes, or for as long as data arrives. */
let hasty: PriceSource;
let metrics: Metrics;
beforeAll(() => outside.listen(0));
beforeEach(() => {
  metrics = new Metrics('test');
  source = new PriceSource(configFor(outside, 10_000), metrics);
  hasty = new PriceSource(configFor(outside, 400), new Metrics('hasty'));
});
afterEach(() => {
  source.onApplicationShutdown();
  hasty.onApplicationShutdown();
  outside.faults = {};
});
afterAll(() => outside.close());

it('a price is read from Jupiter’s shape, with the key in its header', async () => {
  outside.fixedUsd = 0.0123;
  expect(await source.fetchPrice()).toBe(0.0123);
  let sent: unknown;
  outside.faults.price = (response, request) => {
    sent = request.headers['x-api-key'];
    response.end('{}');
  };
  await expect(source.fetchPrice()).rejects.toThrow();
  expect(sent).toBe('a key');
});

it.each(Object.entries(HOSTILE))(
  '%s is no price: rejected in time, and the next one is read',
  async (_, fault) => {
    outside.fixedUsd = 0.25;
    outside.faults.price = fault;
    await expect(hasty.fetchPrice()).rejects.toThrow();
    outside.faults = {};
    expect(await source.fetchPrice()).toBe(0.25);
  },
);

it.each(['a megabyte', 'a gzip bomb', 'a bomb within a bomb', 'an end that never comes'])(
  '%s is read no further than a price may be long',
  async (name) => {
    outside.faults.price = HOSTILE[name];
    await expect(source.fetchPrice()).rejects.toThrow('the response is too long');
  },
);

it('a redirect is not followed, whoever answers there', async () => {
  outside.faults.price = HOSTILE['a redirect to a good response'];
  const before = outside.asked.price;
  await expect(source.fetchPrice()).rejects.toThrow('302');
  expect(outside.asked.price - before).toBe(1);
});

it('an API that is not there is an error, in time', async () => {
  const gone = new PriceSource(
    { ...configFor(outside, 10_000), PRICE_API_URL: 'http://127.0.0.1:1/price/v3' },
    new Metrics('gone'),
  );
  await expect(gone.fetchPrice()).rejects.toThrow();
  gone.onApplicationShutdown();
});

it('the counters of each source that there is stand at 0 before it is asked, and there are no others', async () => {
  const priceOnly = new Metrics('price only');
  new PriceSource({ ...configFor(outside, 400), PRICE_HISTORY_URL: '' }, priceOnly).onApplicationShutdown();
  const outcomesOf = async ({ registry }: Metrics) =>
    (await registry.getSingleMetric('likewell_price_asked_total')?.get())?.values.map(
      ({ labels: { source, outcome }, value }) => `${source} ${outcome} ${value}`,
    );
  const ofPrice = ['price success 0', 'price failure 0', 'price reject 0'];
  const ofHistory = ['history success 0', 'history failure 0', 'history reject 0'];
  expect(await outcomesOf(priceOnly)).toEqual(ofPrice);
  expect(await outcomesOf(metrics)).toEqual([...ofPrice, ...ofHistory]);
});

it('after four failures nobody asks for a while, and each rejection is counted', async () => {
  outside.faults.price = HOSTILE['1e999'];
  const before = outside.asked.price;
  for (let time = 0; time < 6; time += 1) await expect(source.fetchPrice()).rejects.toThrow();
  expect(outside.asked.price - before).toBe(4);
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/likewell_price_asked_total\{source="price",outcome="failure",[^}]*\} 4/);
  expect(text).toMatch(/likewell_price_asked_total\{source="price",outcome="reject",[^}]*\} 2/);
});

describe('a history', () => {
  const respond = (text: string) => {
    outside.faults.history = (response) => response.end(text);
  };

  it('is read from CoinGecko’s shape', async () => {
    outside.fixedUsd = 0.5;
    const samples = await source.fetchHistory(30);
    expect(samples.length).toBeGreaterThan(700);
    expect(samples.every(({ at, usd }) => at instanceof Date && usd === 0.5)).toBe(true);
  });

  it('of which no point is one is rejected in a few words', async () => {
    respond(`{"prices":[${Array.from({ length: 5000 }, () => '["",""]').join()}]}`);
    const error: unknown = await source.fetchHistory(1).catch((reason: unknown) => reason);
    expect((error as Error).message).toContain('prices');
    expect((error as Error).message.length).toBeLessThan(1000);
  });

  it.each([
    ['a price that is none', `{"prices":[[1,0.5],[2,1e999]]}`],
    ['a price of nothing', `{"prices":[[1,0]]}`],
    ['a price as text', `{"prices":[[1,"0.5"]]}`],
    ['a time that is none', `{"prices":[["x",0.5]]}`],
    ['a time before all time', `{"prices":[[-1,0.5]]}`],
    ['a time beyond all dates', `{"prices":[[9e15,0.5]]}`],
    ['a time of the future', `{"prices":[[${Date.now() + 3_600_000},0.5]]}`],
    ['a point of three', `{"prices":[[1,2,3]]}`],
    ['too many points', `{"prices":[${Array.from({ length: 5001 }, () => '[1,1]').join()}]}`],
    ['another shape', `{"stats":[]}`],
    ['nothing', ``],
  ])('with %s is rejected as a whole', async (_, text) => {
    respond(text);
    await expect(source.fetchHistory(1)).rejects.toThrow();
  });

  it.each(['a gzip bomb', 'an end that never comes', 'no response at all', 'a redirect to a good response'])(
    'that is %s is rejected in time',
    async (name) => {
      outside.faults.history = HOSTILE[name];
      await expect(hasty.fetchHistory(1)).rejects.toThrow();
    },
  );
});
