import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Inject, Injectable } from '@nestjs/common';
import type { LedgerConfig } from '../config.js';
import { LedgerLock } from '../ledger-lock/ledger-lock.js';
import { epochGauges } from './epoch-gauges.js';
import { closeEpochWhenDue, findEpochState } from './epochs.queries.js';

const CLOSE_EVERY_MS = 5_000;
const SHOW_EVERY_MS = 10_000;
const PERIOD_SECONDS = { '1d': 86_400, '1h': 3600, '1m': 60, off: 0 };
const PERIOD = { '1d': '1 day', '1h': '1 hour', '1m': '1 minute' };

@Injectable()
export class EpochsJobs {
  private readonly gauges: ReturnType<typeof epochGauges>;

  constructor(
    private readonly lock: LedgerLock,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: LedgerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.gauges = epochGauges(metrics);
    this.gauges.period.set(PERIOD_SECONDS[config.EPOCH]);
  }

  /**
   * Closes the holders' epochs by the clock; Postgres decides which replica's call does so. An epoch that falls
   * due while tips are paused is closed after the pause.
   */
  @Every(CLOSE_EVERY_MS)
  async closeWhenDue(): Promise<void> {
    if (this.config.EPOCH === 'off') return;
    const epoch = await closeEpochWhenDue(this.lock, PERIOD[this.config.EPOCH]);
    if (epoch !== null) this.logger.info({ epoch }, 'epoch closed');
  }

  @Every(SHOW_EVERY_MS)
  async showEpoch(): Promise<void> {
    const { epoch, lastCloseAt } = await findEpochState(this.database.read);
    this.gauges.epoch.set(epoch);
    this.gauges.closedAt.set(lastCloseAt.getTime() / 1000);
  }
}
