import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { PriceCache } from './price-cache.js';
import { putOffRound, takeRound, type PriceRound, type RoundPauses } from './price-rounds.queries.js';
import { saveSamples } from './price-samples.queries.js';
import { PriceSource } from './price-source.js';
import { DENSITIES } from './price-steps.js';

const SAMPLE_LOOK_MS = 1000;
const HISTORY_LOOK_MS = 5000;
/** After a failure, and after a success. */
const HISTORY_PAUSES = { pauseMs: 600_000, longestMs: 24 * 3_600_000 };

/** Length of the history to request for each density, from dense to sparse, in days. */
const DAYS = [1, 30, 365] as const;

@Injectable()
export class PricesJobs {
  constructor(
    private readonly database: Database,
    private readonly source: PriceSource,
    private readonly cache: PriceCache,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Fetches the price of LIKE, once per round for all replicas; a visitor never waits for an external API. */
  @Every(SAMPLE_LOOK_MS)
  async samplePrice(): Promise<void> {
    if (!this.source.hasPrice) return;
    const { LIKE_MINT: mint, priceIntervalMs } = this.config;
    if (!(await this.takeRound('price', { pauseMs: priceIntervalMs }))) return;
    const usd = await this.source.fetchPrice().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the price could not be learnt');
      return null;
    });
    if (usd === null) return;
    const price = { at: new Date(), usd };
    // The cache first, so that the price is shown even if it cannot be stored.
    await this.cache.remember(price);
    await this.database.transaction(async (tx) => {
      for (const density of DENSITIES) await saveSamples(tx, mint, density, [price]);
    });
  }

  /** Fills the time before our first sample, and the gaps of an outage, from a history API if one is configured. */
  @Every(HISTORY_LOOK_MS)
  async fillHistory(): Promise<void> {
    if (!this.source.hasHistory) return;
    const { LIKE_MINT: mint } = this.config;
    if (!(await this.takeRound('history', HISTORY_PAUSES))) return;
    try {
      for (const [index, density] of DENSITIES.entries()) {
        const samples = await this.source.fetchHistory(DAYS[index] ?? 1);
        await this.database.transaction((tx) => saveSamples(tx, mint, density, samples));
      }
      await this.database.transaction((tx) => putOffRound(tx, mint, 'history', HISTORY_PAUSES.longestMs));
    } catch (error) {
      this.logger.warn({ err: error }, 'the history of the price could not be learnt');
    }
  }

  private takeRound(source: PriceRound, pauses: RoundPauses): Promise<boolean> {
    return this.database.transaction((tx) => takeRound(tx, this.config.LIKE_MINT, source, pauses));
  }
}
