import { z } from 'zod';
import { defineRpc } from '../core/define-rpc.js';

/** How far back the chart looks. */
export const priceRange = z.enum(['day', 'week', 'month', 'year', 'all']);
export type PriceRange = z.output<typeof priceRange>;

/** US dollars for one LIKE. It is for people to look at: a float, and never part of a balance. */
export const usdPrice = z.number().min(1e-12).max(1e6);

const pricePoint = z.object({ at: z.iso.datetime(), usd: usdPrice });
/** What LIKE cost at a moment. */
export type PricePoint = z.output<typeof pricePoint>;

/** The last price that came in, if that was within ten minutes; null otherwise. */
export const getPrice = defineRpc({
  subject: 'rpc.wallet-chain-watcher.get-price',
  input: z.object({}),
  output: z.object({ price: pricePoint.nullable() }),
  timeoutMs: 1500,
});

/** Prices over a range, oldest first, thinned out to at most 500; of a younger token since its first. */
export const listPrices = defineRpc({
  subject: 'rpc.wallet-chain-watcher.list-prices',
  input: z.object({ range: priceRange }),
  output: z.object({ points: z.array(pricePoint).max(500) }),
  timeoutMs: 2000,
});
