import { serviceConfig } from '@likewell/service-kit/config/config';
import { areTwoWitnesses, secureUrl } from '@likewell/service-kit/clients/secure-url';
import { z } from 'zod';

const MAX_SOURCES = 5;

const hostOf = (url: string) => new URL(url).host;

/** Esplora-compatible APIs, separated by commas. */
const sources = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim().replace(/\/+$/, '')))
  .pipe(z.array(secureUrl).min(1).max(MAX_SOURCES))
  .refine((urls) => new Set(urls.map(hostOf)).size === urls.length, 'must name each source once');

const variables = serviceConfig.extend({
  /** Signs cursors; every replica has the same. */
  CURSOR_SECRET: z.string().min(32),
  /** The sources that name the block of a draw; all of them must name the same one. */
  BITCOIN_SOURCES: sources.prefault('https://blockstream.info/api,https://mempool.space/api'),
});

/** Constants that are the same in every deployment; tests set other values. */
const constants = {
  /** Timeout of one request to a source. */
  sourceTimeoutMs: 5000,
  /** How long a source that failed several times in a row is not asked. */
  sourceRestMs: 30_000,
  /** How long a giveaway is skipped after one of its steps failed. */
  failedRestMs: 60_000,
};

/** The variables of giveaway, and its constants. */
export const giveawayConfig = variables
  // Members are promised that a block decides only if independent sources name it.
  .refine(
    ({ ENVIRONMENT, BITCOIN_SOURCES }) => ENVIRONMENT !== 'production' || areTwoWitnesses(BITCOIN_SOURCES),
    { path: ['BITCOIN_SOURCES'], message: 'must name two different hosts where ENVIRONMENT is production' },
  )
  .transform((given) => ({ ...given, ...constants }));
export type GiveawayConfig = z.output<typeof giveawayConfig>;
