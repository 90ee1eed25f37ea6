import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { CONFIG } from '@likewell/service-kit/config/config';
import type { Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import type { AiDraftingConfig } from '../config.js';
import { correct, deleteOldDays, reserve, secondsUntilTomorrow } from './budget.queries.js';
import { SpentGauge } from './spent-gauge.js';

/** What the drafts of a day may cost, in nano-dollars. Each method but the last works in its caller's transaction. */
@Injectable()
export class BudgetService {
  constructor(
    @Inject(CONFIG) private readonly config: AiDraftingConfig,
    private readonly gauge: SpentGauge,
  ) {}

  /** Takes a cost out of today's budget before it is spent. @throws AppError AI_BUDGET_USED_UP */
  async reserve(tx: Tx, cost: bigint): Promise<void> {
    if (await reserve(tx, cost, this.config.AI_DAILY_BUDGET_USD)) return;
    throw new AppError(aiDraftingErrors.AI_BUDGET_USED_UP, {
      details: { retryAfterSeconds: await secondsUntilTomorrow(tx) },
    });
  }

  /** Puts a draft's real cost in the place of the reserved one, and answers what its day cost so far. */
  correct(tx: Tx, draftId: string, reserved: bigint, cost: bigint): Promise<bigint> {
    return correct(tx, draftId, reserved, cost);
  }

  /** Deletes what was spent on days long past. */
  async deleteOldDays(tx: Tx): Promise<void> {
    await deleteOldDays(tx);
  }

  /** Shows what the day cost so far, once that is committed. */
  show(spent: bigint): void {
    this.gauge.show(spent);
  }
}
