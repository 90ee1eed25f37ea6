import { CONFIG } from '@likewell/service-kit/config/config';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { Inject, Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import type { GiveawayConfig } from '../config.js';

const STEPS = ['snapshot', 'block', 'draw'] as const;
/** A step of a draw, which is settled on its own. */
export type Step = (typeof STEPS)[number];

/**
 * Giveaways with a step that failed. Each failure is counted and the giveaway is skipped for a while, so that
 * it is retried and delays no other one. Each replica keeps its own list.
 */
@Injectable()
export class FailingGiveaways {
  private readonly restsUntil = new Map<number, number>();
  private readonly failures: Counter<'step'>;

  constructor(
    @Inject(CONFIG) private readonly config: GiveawayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.failures = metrics.countEach(
      'likewell_giveaway_failures_total',
      'Steps of draws that failed and are tried again, by step',
      'step',
      STEPS,
    );
  }

  /** Returns the ids of the giveaways that are skipped now. */
  resting(): number[] {
    const now = steadyNow();
    for (const [giveawayId, until] of this.restsUntil) if (until <= now) this.restsUntil.delete(giveawayId);
    return [...this.restsUntil.keys()];
  }

  record(step: Step, giveawayId: number, error: unknown): void {
    this.logger.warn({ err: error, giveawayId, step }, 'a step of a draw failed; it comes again');
    this.failures.inc({ step });
    this.restsUntil.set(giveawayId, steadyNow() + this.config.failedRestMs);
  }
}
