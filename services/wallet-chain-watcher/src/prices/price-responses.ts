import { usdPrice } from '@likewell/contracts/wallet-chain-watcher/price';
import { z } from 'zod';
import type { Sample } from './price-steps.js';

const MAX_HISTORY = 5000;
/** Tolerance for an external clock that is ahead of ours. */
const AHEAD_MS = 120_000;

/**
 * Reads a response of Jupiter's Price API v3: `{"<mint>": {"usdPrice": 0.0124, …}}`. The API leaves out a
 * token without a reliable price.
 * @throws Error for anything but a price of this token
 */
export function readPrice(text: string, mint: string): number {
  const prices = z.object({ [mint]: z.object({ usdPrice }) }).parse(JSON.parse(text));
  const price = prices[mint];
  if (!price) throw new Error('no price');
  return price.usdPrice;
}

const marketChart = z.object({
  prices: z.array(z.tuple([z.int(), usdPrice])).max(MAX_HISTORY),
});

/**
 * Reads a market chart of CoinGecko's API v3: `{"prices": [[<ms>, <usd>], …], …}`.
 * @throws Error when any of its points is no price, or is in the future
 */
export function readHistory(text: string, now: Date): Sample[] {
  const { data: chart, error } = marketChart.safeParse(JSON.parse(text));
  // Each of its points may be an issue, and the log would tell them all.
  if (error) throw new z.ZodError(error.issues.slice(0, 1));
  return chart.prices.map(([at, usd]) => {
    if (at < 0 || at > now.getTime() + AHEAD_MS) throw new Error('a price of another time');
    return { at: new Date(at), usd };
  });
}
