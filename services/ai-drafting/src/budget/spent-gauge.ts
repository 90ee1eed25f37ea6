import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import type { AiDraftingConfig } from '../config.js';

const NANO = 1e9;

/** Shows in the metrics what drafts cost, so that an alert can fire before the budget is used up. */
@Injectable()
export class SpentGauge {
  private readonly gauge: Gauge;

  constructor(metrics: Metrics, @Inject(CONFIG) { AI_DAILY_BUDGET_USD }: AiDraftingConfig) {
    this.gauge = metrics.gauge(
      'likewell_ai_spent_usd',
      "What the day's drafts cost, as this replica last saw it",
    );
    metrics.watch(
      'likewell_ai_budget_usd',
      "What a day's drafts may cost",
      () => Number(AI_DAILY_BUDGET_USD) / NANO,
    );
  }

  /** @param spent in nano-dollars */
  show(spent: bigint): void {
    this.gauge.set(Number(spent) / NANO);
  }
}
