import { priceAt } from '../src/market.js';
import { PriceStandIn } from '../src/price-stand-in.js';

const MINT = 'So11111111111111111111111111111111111111112';
const HOUR_MS = 3_600_000;

const prices = new PriceStandIn();
beforeAll(() => prices.listen(0));
afterAll(() => prices.close());

async function get(url: string) {
  const response = await fetch(url);
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the response may have any shape
  return { status: response.status, body: (await response.json()) as any };
}

describe('the price, as Jupiter answers it', () => {
  it('names the tokens that were asked for, and leaves out what is none', async () => {
    const before = Date.now();
    const { status, body } = await get(`${prices.priceUrl}?ids=${MINT},nothing`);
    const moments = Array.from({ length: Date.now() - before + 1 }, (_, index) => before + index);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([MINT]);
    expect(moments.map(priceAt)).toContain(body[MINT].usdPrice);
    expect(body[MINT]).toEqual({
      usdPrice: expect.any(Number),
      blockId: expect.any(Number),
      decimals: 6,
      priceChange24h: expect.any(Number),
    });
  });

  it('is rejected without a token, or with too many', async () => {
    expect(await get(prices.priceUrl)).toMatchObject({ status: 400 });
    const many = Array.from({ length: 51 }, () => MINT).join(',');
    expect(await get(`${prices.priceUrl}?ids=${many}`)).toMatchObject({ status: 400 });
  });
});

describe('the history, as CoinGecko answers it', () => {
  it.each([
    [1, HOUR_MS / 12, 288],
    [30, HOUR_MS, 720],
    [365, 24 * HOUR_MS, 365],
  ])('of %d days is spaced evenly and ends now', async (days, stepMs, count) => {
    const { status, body } = await get(
      `${prices.historyUrl}/${MINT}/market_chart?vs_currency=usd&days=${days}`,
    );
    const points = body.prices as [number, number][];
    expect(status).toBe(200);
    expect(points.length).toBeGreaterThanOrEqual(count);
    expect(points.length).toBeLessThanOrEqual(count + 2);
    const times = points.slice(0, -1).map(([at]) => at);
    expect(times.every((at, index) => index === 0 || at - (times[index - 1] ?? 0) === stepMs)).toBe(true);
    expect(Date.now() - (points.at(-1)?.[0] ?? 0)).toBeLessThan(60_000);
    expect(points.every(([at, usd]) => usd === priceAt(at))).toBe(true);
  });

  it('is rejected in other currencies, over other times, and of what is no token', async () => {
    const chart = `${prices.historyUrl}/${MINT}/market_chart`;
    for (const query of ['vs_currency=eur&days=1', 'vs_currency=usd&days=400', 'vs_currency=usd&days=max'])
      expect(await get(`${chart}?${query}`)).toMatchObject({ status: 422 });
    expect(await get(`${prices.historyUrl}/nothing/market_chart?vs_currency=usd&days=1`)).toMatchObject({
      status: 404,
    });
  });
});

it('the price moves, but slowly and within bounds', () => {
  const start = Date.UTC(2026, 0, 1);
  const minutes = Array.from({ length: 3000 }, (_, minute) => priceAt(start + minute * 60_000));
  const steps = minutes.slice(1).map((usd, index) => Math.abs(usd / (minutes[index] ?? 0) - 1));
  expect(Math.max(...steps)).toBeGreaterThan(0.0002);
  expect(Math.max(...steps)).toBeLessThan(0.02);
  const days = Array.from({ length: 730 }, (_, day) => priceAt(start + day * 24 * HOUR_MS));
  expect(Math.min(...days)).toBeGreaterThan(0.004);
  expect(Math.max(...days)).toBeLessThan(0.04);
});

it('a test may fix the price, and answer in its place', async () => {
  prices.fixedUsd = 3;
  expect((await get(`${prices.priceUrl}?ids=${MINT}`)).body[MINT].usdPrice).toBe(3);
  prices.faults = { price: (response) => response.writeHead(418).end('{}') };
  expect(await get(`${prices.priceUrl}?ids=${MINT}`)).toEqual({ status: 418, body: {} });
});
