import { secureUrl } from '@likewell/service-kit/clients/secure-url';
import { z } from 'zod';

const optionalUrl = z.union([z.literal(''), secureUrl]).default('');

/** Variables of the price, a part of the watcher's. */
export const priceVariables = {
  /** URL of Jupiter's Price API v3, e.g. https://api.jup.ag/price/v3; the price is unknown while this is empty. */
  PRICE_API_URL: optionalUrl,
  /** Sent as `x-api-key`. */
  PRICE_API_KEY: z.string().default(''),
  /**
   * URL of CoinGecko's market charts of contracts, e.g.
   * https://api.coingecko.com/api/v3/coins/solana/contract. While this is empty, the chart begins
   * with our own first sample.
   */
  PRICE_HISTORY_URL: optionalUrl,
  /** Sent as `x-cg-demo-api-key`. */
  PRICE_HISTORY_KEY: z.string().default(''),
};
