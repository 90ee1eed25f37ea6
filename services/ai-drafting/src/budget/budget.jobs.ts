import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Inject, Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import type { AiDraftingConfig } from '../config.js';
import { findSpent } from './budget.queries.js';

const SHOW_EVERY_MS = 15_000;
const NANO_USD_PER_USD = 1e9;

/** Shows in the metrics what drafts cost, so that an alert can fire before the budget is used up. */
@Injectable()
export class BudgetJobs {
  private readonly gauge: Gauge;

  constructor(
    private readonly database: Database,
    metrics: Metrics,
    @Inject(CONFIG) { AI_DAILY_BUDGET_USD }: AiDraftingConfig,
  ) {
    this.gauge = metrics.gauge(
      'likewell_ai_spent_usd',
      "What the day's drafts cost so far, with what is reserved for those under way",
    );
    metrics.watch(
      'likewell_ai_budget_usd',
      "What a day's drafts may cost",
      () => Number(AI_DAILY_BUDGET_USD) / NANO_USD_PER_USD,
    );
  }

  /** Reads it again and again: other replicas spend too, and every day (UTC) begins with nothing. */
  @Every(SHOW_EVERY_MS)
  async showSpent(): Promise<void> {
    this.gauge.set(Number(await findSpent(this.database.read)) / NANO_USD_PER_USD);
  }
}
