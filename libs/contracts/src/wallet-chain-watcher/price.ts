import { z } from 'zod';
import { defineRpc } from '../core/define-rpc.js';

/** Time span of the chart. */
export const priceRange = z.enum(['day', 'week', 'month', 'year', 'all']);
export type PriceRange = z.output<typeof priceRange>;

/** US dollars for one LIKE. For display only: a float, and never part of a balance. */
export const usdPrice = z.number().min(1e-12).max(1e6);

const pricePoint = z.object({ at: z.iso.datetime(), usd: usdPrice });
/** Price of one LIKE at a moment. */
export type PricePoint = z.output<typeof pricePoint>;

/** Returns the latest price if it was received within ten minutes; null otherwise. */
export const getPrice = defineRpc({
  subject: 'rpc.wallet-chain-watcher.get-price',
  input: z.object({}),
  output: z.object({ price: pricePoint.nullable() }),
  timeoutMs: 1500,
});

/** Lists prices over a range, oldest first, thinned out to at most 500; for a younger token since its first price. */
export const listPrices = defineRpc({
  subject: 'rpc.wallet-chain-watcher.list-prices',
  input: z.object({ range: priceRange }),
  output: z.object({ points: z.array(pricePoint).max(500) }),
  timeoutMs: 2000,
});
