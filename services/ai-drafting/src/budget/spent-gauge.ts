import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { AiDraftingConfig } from '../config.js';

const NANO = 1e9;

/** Shows among the metrics what drafts cost, for whoever wants to be woken before the budget is used up. */
@Injectable()
export class SpentGauge {
  private readonly gauge: Gauge;

  constructor(metrics: Metrics, @Inject(CONFIG) { AI_DAILY_BUDGET_USD }: AiDraftingConfig) {
    this.gauge = new Gauge({
      name: 'likewell_ai_spent_usd',
      help: "What the day's drafts cost, as this replica last saw it",
      registers: [metrics.registry],
    });
    metrics.watch(
      'likewell_ai_budget_usd',
      "What a day's drafts may cost",
      () => Number(AI_DAILY_BUDGET_USD) / NANO,
    );
  }

  /** Takes nano-dollars. */
  show(spent: bigint): void {
    this.gauge.set(Number(spent) / NANO);
  }
}
