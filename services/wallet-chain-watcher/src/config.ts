import { areTwoWitnesses } from '@likewell/service-kit/clients/secure-url';
import { redisConfig, serviceConfig } from '@likewell/service-kit/config/config';
import { z } from 'zod';
import { decodeBase58 } from './solana/base58.js';
import { LAPTOP_CHAIN } from './solana/laptop-chain.js';
import { priceVariables } from './prices/price-config.js';

const ADDRESS_BYTES = 32;
const MAX_ENDPOINTS = 2;

/** An account's address on Solana in base58. */
const address = z
  .string()
  .refine(
    (text) => decodeBase58(text, ADDRESS_BYTES) !== null,
    'must be the address of an account on Solana',
  );

const httpUrl = z.url({ protocol: /^https?$/ });

/** One endpoint or two, separated by a comma; with two, both must agree before a deposit is credited. */
const endpoints = z
  .string()
  .transform((text) => text.split(',').filter((url) => url !== ''))
  .pipe(z.array(httpUrl).min(1).max(MAX_ENDPOINTS));

/** Values that are the same in every deployment; tests override them. */
const constants = {
  /** Longest wait of a report for finality; less than what is left of the gateway's 30 s. */
  depositWaitMs: 25_000,
  /** Maximum number of reports that wait at once; one more is rejected. */
  maxWaitingDeposits: 1000,
  /** Interval at which the books are compared with the chain and the ledger. What arrived must be booked within it. */
  reconcileIntervalMs: 60_000,
  /** Longest time for a sweep, after which it begins anew. */
  maxSweepMs: 6 * 3_600_000,
  /**
   * Maximum number of signatures that one endpoint was the first to list, on its top page and as many below it,
   * and that wait to be judged. Beyond it the endpoint is read slowly there: all of them may be made up.
   */
  maxBacklog: 100_000,
  /** Pause before the next page of an endpoint that has listed so much. */
  backlogPauseMs: 5 * 60_000,
  /** Interval at which all replicas together ask for the price. */
  priceIntervalMs: 30_000,
  /** Timeout for one response of a price API. */
  priceTimeoutMs: 3000,
};
export type WatcherConstants = typeof constants;

const variables = serviceConfig.extend({
  ...redisConfig,
  ...priceVariables,
  SOLANA_RPC_URLS: endpoints,
  /** The endpoint for browsers; the first of SOLANA_RPC_URLS when empty. */
  SOLANA_PUBLIC_RPC_URL: z.union([z.literal(''), httpUrl]).default(''),
  LIKE_MINT: address,
  RECEIVING_WALLET: address,
  /** Interval at which the status of reported deposits is polled; 50 is for a local chain. */
  DEPOSIT_POLL_MS: z.coerce.number().int().min(20).max(10_000).default(1000),
  /** Interval at which the chain is asked for deposits that nobody reported. */
  SCAN_INTERVAL_MS: z.coerce.number().int().min(20).max(600_000).default(10_000),
  /** Rows of history per call; the protocol allows 1,000 at most. */
  SCAN_PAGE_SIZE: z.coerce.number().int().min(1).max(1000).default(1000),
  /** Timeout for one response of an endpoint. */
  SOLANA_TIMEOUT_MS: z.coerce.number().int().min(10).max(20_000).default(5000),
});

const isProduction = ({ ENVIRONMENT }: z.output<typeof variables>) => ENVIRONMENT === 'production';

/** The watcher's variables, and its constants. */
export const watcherConfig = variables
  // One alone would be believed whatever it said.
  .refine((given) => !isProduction(given) || areTwoWitnesses(given.SOLANA_RPC_URLS), {
    path: ['SOLANA_RPC_URLS'],
    message: 'must name two different hosts where ENVIRONMENT is production',
  })
  .refine((given) => !isProduction(given) || given.LIKE_MINT !== LAPTOP_CHAIN.mint, {
    path: ['LIKE_MINT'],
    message: 'is a laptop’s, whose LIKE is worth nothing: name the mint of LIKE itself',
  })
  .refine((given) => !isProduction(given) || given.RECEIVING_WALLET !== LAPTOP_CHAIN.receivingWallet, {
    path: ['RECEIVING_WALLET'],
    message: 'is a laptop’s, whose key nobody has: name your own wallet',
  })
  .transform((given) => ({ ...given, ...constants }));
export type WatcherConfig = z.output<typeof watcherConfig>;
