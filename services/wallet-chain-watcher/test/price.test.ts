import { getPrice, listPrices, priceRange } from '@likewell/contracts/wallet-chain-watcher/price';
import { eventually } from '@likewell/testing/eventually';
import { Redis } from 'ioredis';
import { HOSTILE } from './hostile-responses.js';
import { MINT, startPrice, type PriceUnderTest } from './price-under-test.js';

/** How long a replica may respond from memory. */
const HELD_MS = 1100;
const DAY_MS = 24 * 3_600_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Empties Redis, and waits until no replica has an earlier response in memory. */
async function forget(): Promise<void> {
  const redis = new Redis(world.redis.url);
  await redis.flushall();
  redis.disconnect();
  await pause(HELD_MS);
}

let world: PriceUnderTest;
afterEach(() => world.stop());

const ask = () => world.service.bus.call(getPrice, {});
const list = (range: (typeof priceRange.options)[number]) => world.service.bus.call(listPrices, { range });
const countRows = async (stepS: number) =>
  (await world.service.schema.owner.query('SELECT FROM price_sample WHERE step_s = $1', [stepS])).rowCount;

describe('the price', () => {
  it('is sampled by itself, shown, kept, and moves with the market', async () => {
    const startedAt = Date.now();
    world = await startPrice({ prepare: (outside) => (outside.fixedUsd = 0.0125) });
    await eventually(async () => expect((await ask()).price?.usd).toBe(0.0125));
    world.outside.fixedUsd = 0.013;
    await eventually(async () => expect((await ask()).price?.usd).toBe(0.013));
    // It is shown before it is stored.
    for (const range of priceRange.options)
      await eventually(async () => expect((await list(range)).points.at(-1)?.usd).toBe(0.013));
    for (const stepS of [60, 86_400]) {
      const rows = await countRows(stepS);
      const steps = Math.floor(Date.now() / 1000 / stepS) - Math.floor(startedAt / 1000 / stepS) + 1;
      expect(rows).toBeGreaterThan(0);
      expect(rows).toBeLessThanOrEqual(steps);
    }
  });

  it('is asked for once for everybody: three replicas and a thousand visitors make one question a round', async () => {
    world = await startPrice();
    await eventually(async () => expect((await ask()).price).not.toBeNull());
    await Promise.all([world.service.addReplica(), world.service.addReplica()]);
    const [before, startedAt] = [world.outside.asked.price, Date.now()];
    for (let second = 0; second < 3; second += 1) {
      const responses = await Promise.all(Array.from({ length: 334 }, ask));
      expect(responses.every(({ price }) => price !== null)).toBe(true);
      await pause(900);
    }
    const rounds = Math.ceil((Date.now() - startedAt) / 1000) + 1;
    expect(world.outside.asked.price - before).toBeGreaterThanOrEqual(1);
    expect(world.outside.asked.price - before).toBeLessThanOrEqual(rounds);
  });

  it('outlives whatever comes after it, for ten minutes and no longer; then it is unknown, and comes back', async () => {
    world = await startPrice({ prepare: (outside) => (outside.fixedUsd = 0.5), timeoutMs: 400 });
    await eventually(async () => expect((await ask()).price?.usd).toBe(0.5));
    // The breaker opens with the fourth request at the earliest.
    for (const name of ['a gzip bomb', 'no response at all']) {
      const asked = world.outside.asked.price;
      world.outside.faults.price = HOSTILE[name];
      await eventually(() => {
        expect(world.outside.asked.price).toBeGreaterThan(asked);
      });
      expect((await ask()).price?.usd).toBe(0.5);
    }
    await world.service.schema.owner.query(
      `UPDATE price_sample SET at = at - interval '9 minutes', slot = slot - interval '9 minutes' WHERE step_s = 60`,
    );
    await forget();
    expect((await ask()).price?.usd).toBe(0.5);
    await world.service.schema.owner.query(`UPDATE price_sample SET at = at - interval '1 minute 1 second'`);
    await forget();
    expect(await ask()).toEqual({ price: null });
    // The chart keeps the earlier points.
    expect((await list('day')).points.at(-1)?.usd).toBe(0.5);
    world.outside.faults = {};
    // The breaker, the next round and the replica's memory take up to four seconds by design.
    await eventually(async () => expect((await ask()).price?.usd).toBe(0.5), 20_000);
  });

  it('is asked for soon after the clock of Postgres was wrong, and what was stored ahead of it is not shown', async () => {
    world = await startPrice({ prepare: (outside) => (outside.fixedUsd = 0.5) });
    await eventually(async () => expect((await ask()).price?.usd).toBe(0.5));
    const { owner } = world.service.schema;
    await owner.query(`UPDATE price_round SET due_at = now() + interval '1 year'`);
    world.outside.fixedUsd = 0.6;
    await eventually(async () => expect((await ask()).price?.usd).toBe(0.6));

    const { price: asked } = world.outside.asked;
    world.outside.faults.price = HOSTILE.nothing;
    await eventually(() => expect(world.outside.asked.price).toBeGreaterThan(asked));
    await owner.query(`UPDATE price_sample SET at = at + interval '1 year', slot = slot + interval '1 year'`);
    await forget();
    expect(await ask()).toEqual({ price: null });
    for (const range of priceRange.options) expect(await list(range)).toEqual({ points: [] });
  });

  it('does without Redis, and without Postgres for as long as it stands', async () => {
    world = await startPrice({ prepare: (outside) => (outside.fixedUsd = 0.5) });
    await eventually(async () => expect((await ask()).price?.usd).toBe(0.5));
    await world.redis.kill();
    await pause(HELD_MS);
    world.outside.fixedUsd = 0.75;
    await eventually(async () => expect((await ask()).price?.usd).toBe(0.75));
    await world.redis.restart();
    await eventually(async () => expect((await ask()).price?.usd).toBe(0.75));
    await world.service.schema.owner.query('ALTER TABLE price_sample RENAME TO hidden');
    await pause(HELD_MS);
    await eventually(async () => expect((await ask()).price?.usd).toBe(0.75), 20_000);
  });

  it('is not taken from a Redis that holds something else', async () => {
    world = await startPrice({ prepare: (outside) => (outside.fixedUsd = 0.5) });
    // It is shown before it is stored.
    await eventually(async () => expect(await countRows(60)).toBeGreaterThan(0));
    world.outside.faults.price = HOSTILE['a cut connection'];
    const redis = new Redis(world.redis.url);
    for (const text of ['x', '{"usd":-1,"at":"2026-11-21T00:00:00Z"}', '{"usd":1,"at":"never"}', 'null']) {
      await redis.set(`price:${MINT}`, text);
      await pause(HELD_MS);
      expect((await ask()).price?.usd).toBe(0.5);
    }
    redis.disconnect();
  });
});

describe('the chart', () => {
  it('of a token without a sample is empty', async () => {
    world = await startPrice({ prepare: (outside) => (outside.faults.price = HOSTILE.nothing) });
    expect(await list('all')).toEqual({ points: [] });
    expect(await ask()).toEqual({ price: null });
  });

  it('goes back a year at once where a history API tells of it, and own samples stay', async () => {
    world = await startPrice({ history: true });
    // The history by days comes last; until then a month in steps of two hours is shown for the year.
    await eventually(async () => {
      const [first] = (await list('year')).points;
      expect(Date.now() - Date.parse(first?.at ?? '')).toBeGreaterThan(360 * DAY_MS);
    });
    const lengths = {
      day: [286, 292],
      week: [166, 172],
      month: [358, 364],
      year: [363, 369],
      all: [363, 369],
    };
    for (const range of priceRange.options) {
      const { points } = await list(range);
      const [least = 0, most = 0] = lengths[range];
      expect(points.length).toBeGreaterThanOrEqual(least);
      expect(points.length).toBeLessThanOrEqual(most);
      const times = points.map(({ at }) => Date.parse(at));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(Date.now() - (times.at(-1) ?? 0)).toBeLessThan(120_000);
    }
    expect(world.outside.asked.history).toBe(3);
  });

  it('is served although its history API misbehaves', async () => {
    world = await startPrice({
      history: true,
      prepare: (outside) => (outside.faults.history = HOSTILE['a gzip bomb']),
    });
    await eventually(async () => expect((await list('all')).points.length).toBeGreaterThan(0));
    expect((await ask()).price).not.toBeNull();
  });

  it('knows its ranges, and no other', async () => {
    world = await startPrice();
    for (const range of ['', 'Day', 'hour', 'all ', '__proto__'])
      await expect(list(range as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('forgets old minutes and hours, and keeps days', async () => {
    world = await startPrice({ prepare: (outside) => (outside.faults.price = HOSTILE.nothing) });
    await world.service.schema.owner.query(
      `INSERT INTO price_sample (mint, step_s, slot, at, usd)
       SELECT $1, step, at, at, 1 FROM unnest(ARRAY[60, 3600, 86400]) AS step,
         (SELECT now() - days * interval '1 day' AS at FROM unnest(ARRAY[1, 3, 50, 70, 3000, 4000]) AS days) AS times`,
      [MINT],
    );
    // A new replica runs its first round at its start.
    await world.service.addReplica();
    await eventually(async () =>
      expect(await Promise.all([60, 3600, 86_400].map(countRows))).toEqual([1, 3, 5]),
    );
  });
});
