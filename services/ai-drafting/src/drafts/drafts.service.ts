import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { draftWritten } from '@likewell/contracts/ai-drafting/events';
import { generatePost } from '@likewell/contracts/ai-drafting/rpc';
import { Semaphore } from '@likewell/service-kit/concurrency/semaphore';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Inject, Injectable } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { BudgetService } from '../budget/budget.service.js';
import type { AiDraftingConfig } from '../config.js';
import { DraftProvider, type DraftOutcome } from '../openai/draft-provider.js';
import { Draft } from './draft.entity.js';
import { draftingSwitch } from './drafting-switch.js';

/** A draft before the provider is called. The prompt itself is not stored. */
type NewDraft = Pick<Draft, 'id' | 'promptHash' | 'reservedNanoUsd'>;

/** Drafts of posts, each within the day's budget. */
@Injectable()
export class DraftsService {
  private readonly semaphore: Semaphore;

  constructor(
    private readonly database: Database,
    private readonly provider: DraftProvider,
    private readonly budget: BudgetService,
    @Inject(CONFIG) private readonly config: AiDraftingConfig,
    metrics: Metrics,
  ) {
    // Shown from the start: an alert asks for its increase, and the first draft without a key has to be one.
    metrics.rpcServed.zero({ subject: generatePost.subject, outcome: aiDraftingErrors.AI_NOT_SET_UP.code });
    this.semaphore = new Semaphore(config.maxDraftsAtOnce, {
      maxWaitMs: config.maxWaitMs,
      rejection: aiDraftingErrors.AI_BUSY,
    });
  }

  /** Generates a post with the model. @throws AppError PAUSED and every error of ai-drafting */
  async generate(prompt: string) {
    // Before anything is written: no hourly limit of drafts bounds how often this call comes.
    this.provider.ensureReady();
    const signal = AbortSignal.timeout(this.config.AI_TIMEOUT_MS);
    return this.semaphore.pass(() => this.write(prompt, signal));
  }

  /** Generates the post. No transaction is open while the model writes. */
  private async write(prompt: string, signal: AbortSignal) {
    const draft = {
      id: randomUUID(),
      promptHash: createHash('sha256').update(prompt).digest(),
      reservedNanoUsd: this.provider.maxCost(prompt),
    };
    await this.begin(draft);
    const outcome = await this.provider.ask(prompt, signal);
    await this.finish(draft.id, outcome);
    if ('failure' in outcome) throw outcome.failure;
    return { ...outcome.text, draftId: draft.id, isStandIn: outcome.isStandIn };
  }

  private begin(draft: NewDraft): Promise<void> {
    return this.database.transaction(async (tx) => {
      if (await draftingSwitch.isPaused(tx)) throw draftingSwitch.error();
      await this.budget.reserve(tx, draft.reservedNanoUsd);
      await tx.insert(Draft, draft);
    });
  }

  private finish(draftId: string, outcome: DraftOutcome): Promise<void> {
    return this.database.transaction(async (tx) => {
      const failure = 'failure' in outcome ? outcome.failure.code : null;
      const status = failure === null ? 'written' : 'failed';
      const finished = { status, failure, costNanoUsd: outcome.cost, finishedAt: () => 'now()' } as const;
      await tx.update(Draft, { id: draftId }, finished);
      if (failure === null) await recordEvent(tx, draftWritten, { draftId });
      await this.budget.correct(tx, draftId, outcome.cost);
    });
  }
}
