import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { CONFIG } from '@likewell/service-kit/config/config';
import type { Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import type { AiDraftingConfig } from '../config.js';
import { correct, reserve, secondsUntilTomorrow } from './budget.queries.js';

/** The daily budget for drafts, in nano-dollars. Each method works in its caller's transaction. */
@Injectable()
export class BudgetService {
  constructor(@Inject(CONFIG) private readonly config: AiDraftingConfig) {}

  /** Reserves a cost in today's budget before it is spent. @throws AppError AI_BUDGET_USED_UP */
  async reserve(tx: Tx, cost: bigint): Promise<void> {
    if (await reserve(tx, cost, this.config.AI_DAILY_BUDGET_USD)) return;
    throw new AppError(aiDraftingErrors.AI_BUDGET_USED_UP, {
      details: { retryAfterSeconds: await secondsUntilTomorrow(tx) },
    });
  }

  /** Replaces what a draft reserved with its real cost. */
  correct(tx: Tx, draftId: string, cost: bigint): Promise<void> {
    return correct(tx, draftId, cost);
  }
}
