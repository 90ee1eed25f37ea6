import { CONFIG } from '@likewell/service-kit/config/config';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { Inject, Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { GiveawayConfig } from '../config.js';

const STEPS = ['snapshot', 'block', 'draw'] as const;
/** A part of a draw that is settled by itself. */
export type Step = (typeof STEPS)[number];

/**
 * Giveaways of which a step failed. Each is counted and left alone for a while, so that it is tried again and keeps no other one
 * waiting; each replica finds out by itself.
 */
@Injectable()
export class FailingGiveaways {
  private readonly restsUntil = new Map<number, number>();
  private readonly failures: Counter<'step'>;

  constructor(
    @Inject(CONFIG) private readonly config: GiveawayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    { registry }: Metrics,
  ) {
    this.failures = new Counter({
      name: 'likewell_giveaway_failures_total',
      help: 'Steps of draws that failed and are tried again, by step',
      labelNames: ['step'] as const,
      registers: [registry],
    });
    // Each counter appears before the first failure, so that an alert sees that one too.
    for (const step of STEPS) this.failures.inc({ step }, 0);
  }

  /** The ids of those that are left alone now. */
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
