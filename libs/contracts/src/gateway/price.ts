import { z } from 'zod';
import { commonErrors } from '../core/common-errors.js';
import { priceRange, type PriceRange } from '../wallet-chain-watcher/price.js';
import { defineRoute } from './define-route.js';

export type { PriceRange };

/** Price of one LIKE in US dollars; both are null if it is not known (spec, section 2: 'N/A'). */
export const price = defineRoute({
  method: 'GET',
  path: '/api/price',
  summary: 'The price of LIKE in US dollars, no older than ten minutes',
  access: 'public',
  limit: 'read',
  response: z.object({ usd: z.number().nullable(), as_of: z.string().nullable() }),
});

/** A point of the chart. */
const point = z.object({ at: z.string(), usd: z.number() });
export type PricePoint = z.output<typeof point>;

export const priceHistory = defineRoute({
  method: 'GET',
  path: '/api/price/history',
  summary: 'The prices of a range, oldest first, as the chart draws them',
  access: 'public',
  limit: 'read',
  query: z.object({
    range: z.enum(priceRange.options, 'Choose day, week, month, year or all as the range.'),
  }),
  response: z.object({ items: z.array(point) }),
  errors: [commonErrors.INVALID_INPUT],
});
