import { secureUrl } from '@likewell/service-kit/clients/secure-url';
import { z } from 'zod';

const optionalUrl = z.union([z.literal(''), secureUrl]).default('');

/** The variables of the price, a part of the watcher's. */
export const priceVariables = {
  /** Speaks Jupiter's Price API v3, e.g. https://api.jup.ag/price/v3; the price is unknown while this is empty. */
  PRICE_API_URL: optionalUrl,
  /** Sent as `x-api-key`. */
  PRICE_API_KEY: z.string().default(''),
  /**
   * Speaks CoinGecko's market charts of contracts, e.g. https://api.coingecko.com/api/v3/coins/solana/contract; the chart
   * begins with the first own sample while this is empty.
   */
  PRICE_HISTORY_URL: optionalUrl,
  /** Sent as `x-cg-demo-api-key`. */
  PRICE_HISTORY_KEY: z.string().default(''),
  /** How long a price API may take over one response. */
  PRICE_TIMEOUT_MS: z.coerce.number().int().min(10).max(10_000).default(3000),
};
