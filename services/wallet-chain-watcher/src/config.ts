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

/** The same in every deployment; a test has others. */
const constants = {
  /** How long a report waits for finality; less than what is left of the gateway's 30 s. */
  depositWaitMs: 25_000,
  /** Reports that may wait at once; one more is rejected. */
  maxWaitingDeposits: 1000,
  /** How often the books are compared with the chain and the ledger. What arrived must be booked within this time. */
  reconcileIntervalMs: 60_000,
  /** How often the price is asked for, by all replicas together. */
  priceIntervalMs: 30_000,
};
export type WatcherConstants = typeof constants;

const variables = serviceConfig.extend({
  ...redisConfig,
  ...priceVariables,
  SOLANA_RPC_URLS: endpoints,
  /** Where browsers find the chain; the first of SOLANA_RPC_URLS when empty. */
  SOLANA_PUBLIC_RPC_URL: z.union([z.literal(''), httpUrl]).default(''),
  LIKE_MINT: address,
  RECEIVING_WALLET: address,
  /** How often the status of reported deposits is asked for; 50 is for a chain on this machine. */
  DEPOSIT_POLL_MS: z.coerce.number().int().min(20).max(10_000).default(1000),
  /** How often the chain is asked for deposits that nobody reported. */
  SCAN_INTERVAL_MS: z.coerce.number().int().min(20).max(600_000).default(10_000),
  /** Rows of history that one call asks for; 1,000 is the most that the protocol allows. */
  SCAN_PAGE_SIZE: z.coerce.number().int().min(1).max(1000).default(1000),
  /** How long an endpoint may take over one response. */
  SOLANA_TIMEOUT_MS: z.coerce.number().int().min(10).max(20_000).default(5000),
  /** Calls to one endpoint at once. */
  SOLANA_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(8),
});

const isProduction = ({ ENVIRONMENT }: z.output<typeof variables>) => ENVIRONMENT === 'production';

/** One operator twice is one witness. */
const hostsDiffer = ({ SOLANA_RPC_URLS: urls }: z.output<typeof variables>) =>
  new Set(urls.map((url) => new URL(url).hostname)).size === urls.length;

/** The watcher's variables, and its constants. */
export const watcherConfig = variables
  .refine((given) => !isProduction(given) || hostsDiffer(given), {
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
