import { CONFIG } from '@likewell/service-kit/config/config';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { LedgerConfig } from '../config.js';

const PERIOD_SECONDS = { '1d': 86_400, '1h': 3600, '1m': 60, off: 0 };

/** Shows among the metrics which epoch it is, and whether the clock still closes them. */
@Injectable()
export class EpochGauges {
  private readonly closedAt: Gauge;
  private readonly epoch: Gauge;

  constructor(@Inject(CONFIG) { EPOCH }: LedgerConfig, metrics: Metrics) {
    const registers = [metrics.registry];
    this.closedAt = new Gauge({
      name: 'likewell_epoch_closed_timestamp_seconds',
      help: "When the clock last closed a holders' epoch, also one without anything to share",
      registers,
    });
    this.epoch = new Gauge({
      name: 'likewell_epoch',
      help: "The number of the last holders' epoch that shared something",
      registers,
    });
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
