import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { CONFIG } from '@likewell/service-kit/config/config';
import type { Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import type { AiDraftingConfig } from '../config.js';
import { correct, reserve, secondsUntilTomorrow } from './budget.queries.js';
import { SpentGauge } from './spent-gauge.js';

/**
 * The daily budget for drafts, in nano-dollars. Each method except the last works in its caller's
 * transaction.
 */
@Injectable()
export class BudgetService {
  constructor(
    @Inject(CONFIG) private readonly config: AiDraftingConfig,
    private readonly gauge: SpentGauge,
  ) {}

  /** Reserves a cost in today's budget before it is spent. @throws AppError AI_BUDGET_USED_UP */
  async reserve(tx: Tx, cost: bigint): Promise<void> {
    if (await reserve(tx, cost, this.config.AI_DAILY_BUDGET_USD)) return;
    throw new AppError(aiDraftingErrors.AI_BUDGET_USED_UP, {
      details: { retryAfterSeconds: await secondsUntilTomorrow(tx) },
    });
  }

  /** Replaces a draft's reserved cost with the real one, and returns what its day has cost so far. */
  correct(tx: Tx, draftId: string, reserved: bigint, cost: bigint): Promise<bigint> {
    return correct(tx, draftId, reserved, cost);
  }

  /** Shows in the metrics what the day has cost so far; called after the commit. */
  show(spent: bigint): void {
    this.gauge.show(spent);
  }
}
