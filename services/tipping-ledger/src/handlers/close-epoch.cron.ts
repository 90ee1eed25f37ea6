import { Every } from '@likewell/service-kit/boot/every.decorator';
import { CONFIG, LOGGER } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import { Controller, Inject } from '@nestjs/common';
import type { LedgerConfig } from '../config.js';
import { closeEpochWhenDue } from '../storage/epochs.js';

const INTERVAL_MS = 5_000;
const PERIOD = { '1d': '1 day', '1h': '1 hour', '1m': '1 minute' };

/** Closes the holders' epochs by the clock; Postgres decides which replica's call does it. */
@Controller()
export class CloseEpochCron {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: LedgerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Every(INTERVAL_MS)
  async run(): Promise<void> {
    if (this.config.EPOCH === 'off') return;
    const period = PERIOD[this.config.EPOCH];
    const epoch = await this.database.transaction((tx) => closeEpochWhenDue(tx, period));
    if (epoch !== null) this.logger.info({ epoch }, 'epoch closed');
  }
}
