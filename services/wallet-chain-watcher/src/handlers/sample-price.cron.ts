import { Every } from '@likewell/service-kit/boot/every.decorator';
import { CONFIG, LOGGER } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import { Controller, Inject } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { DENSITIES } from '../domain/price-steps.js';
import { PriceSource } from '../outside/price-source.js';
import { PriceCache } from '../storage/price-cache.js';
import { takeRound } from '../storage/price-rounds.js';
import { keepSamples } from '../storage/price-samples.js';

const LOOK_MS = 1000;

/** Asks what LIKE costs, once per round for everybody; a visitor never waits for the outside. */
@Controller()
export class SamplePriceCron {
  constructor(
    private readonly database: Database,
    private readonly source: PriceSource,
    private readonly cache: PriceCache,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every(LOOK_MS)
  async run(): Promise<void> {
    if (!this.source.hasPrice) return;
    const { LIKE_MINT: mint, PRICE_INTERVAL_MS } = this.config;
    if (!(await takeRound(this.database.read, mint, 'price', PRICE_INTERVAL_MS))) return;
    const usd = await this.source.fetchPrice().catch((error: unknown) => {
      this.logger.warn({ reason: (error as Error).message.slice(0, 200) }, 'the price could not be learnt');
      return null;
    });
    if (usd === null) return;
    const price = { at: new Date(), usd };
    // First, so that it is shown even if it cannot be kept.
    await this.cache.remember(price);
    await this.database.transaction(async (tx) => {
      for (const density of DENSITIES) await keepSamples(tx, mint, density, [price]);
    });
  }
}
