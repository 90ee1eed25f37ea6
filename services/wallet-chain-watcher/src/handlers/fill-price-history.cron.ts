import { Every } from '@likewell/service-kit/boot/every.decorator';
import { CONFIG, LOGGER } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import { Controller, Inject } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { DENSITIES } from '../domain/price-steps.js';
import { PriceSource } from '../outside/price-source.js';
import { putOffRound, takeRound } from '../storage/price-rounds.js';
import { keepSamples } from '../storage/price-samples.js';

const LOOK_MS = 5000;
const AFTER_FAILURE_MS = 600_000;
const AFTER_SUCCESS_MS = 24 * 3_600_000;

/** What is asked for each density, from dense to sparse. */
const DAYS = [1, 30, 365] as const;

/** Fills what lies before the first own sample, and what an outage left out, from a history API where there is one. */
@Controller()
export class FillPriceHistoryCron {
  constructor(
    private readonly database: Database,
    private readonly source: PriceSource,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every(LOOK_MS)
  async run(): Promise<void> {
    if (!this.source.hasHistory) return;
    const { LIKE_MINT: mint } = this.config;
    if (!(await takeRound(this.database.read, mint, 'history', AFTER_FAILURE_MS))) return;
    try {
      for (const [index, density] of DENSITIES.entries()) {
        const samples = await this.source.fetchHistory(DAYS[index] ?? 1);
        await keepSamples(this.database.read, mint, density, samples);
      }
      await putOffRound(this.database.read, mint, 'history', AFTER_SUCCESS_MS);
    } catch (error) {
      const reason = (error as Error).message.slice(0, 200);
      this.logger.warn({ reason }, 'the history of the price could not be learnt');
    }
  }
}
