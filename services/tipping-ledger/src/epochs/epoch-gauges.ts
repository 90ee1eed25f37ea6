import { CONFIG } from '@likewell/service-kit/config/config';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Inject, Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import type { LedgerConfig } from '../config.js';

const PERIOD_SECONDS = { '1d': 86_400, '1h': 3600, '1m': 60, off: 0 };

/** Shows in the metrics the current epoch, and whether the clock still closes epochs. */
@Injectable()
export class EpochGauges {
  private readonly closedAt: Gauge;
  private readonly epoch: Gauge;

  constructor(@Inject(CONFIG) { EPOCH }: LedgerConfig, metrics: Metrics) {
    this.closedAt = metrics.gauge(
      'likewell_epoch_closed_timestamp_seconds',
      "When the clock last closed a holders' epoch, also one without anything to share",
    );
    this.epoch = metrics.gauge(
      'likewell_epoch',
      "The number of the last holders' epoch that shared something",
    );
    metrics.watch(
      'likewell_epoch_period_seconds',
      "How long a holders' epoch is to last; 0 when only a person closes one",
      () => PERIOD_SECONDS[EPOCH],
    );
  }

  show({ epoch, lastCloseAt }: { epoch: number; lastCloseAt: Date }): void {
    this.epoch.set(epoch);
    this.closedAt.set(lastCloseAt.getTime() / 1000);
  }
}
