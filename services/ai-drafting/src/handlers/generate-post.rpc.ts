import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { draftWritten } from '@likewell/contracts/ai-drafting/events';
import { generatePost } from '@likewell/contracts/ai-drafting/rpc';
import { AppError } from '@likewell/contracts/kernel/app-error';
import { commonErrors } from '@likewell/contracts/kernel/common-errors';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { CONFIG } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Turnstile } from '@likewell/service-kit/flow/turnstile';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller, Inject } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import type { AiDraftingConfig } from '../config.js';
import { DraftProvider, type Asked } from '../outside/draft-provider.js';
import { SpentGauge } from '../outside/spent-gauge.js';
import { correct, reserve, secondsUntilTomorrow } from '../storage/budget.js';
import { finishDraft, insertDraft, type AskedDraft } from '../storage/drafts.js';
import { isPaused } from '../storage/switch.js';

const PAUSED_FOR_SECONDS = 60;

@Controller()
export class GeneratePostHandler {
  private readonly places: Turnstile;

  constructor(
    private readonly database: Database,
    private readonly provider: DraftProvider,
    private readonly spent: SpentGauge,
    @Inject(CONFIG) private readonly config: AiDraftingConfig,
  ) {
    this.places = new Turnstile(config.AI_CONCURRENCY, config.AI_MAX_WAIT_MS, aiDraftingErrors.AI_BUSY);
  }

  @Rpc(generatePost)
  async handle({ prompt }: RpcInput<typeof generatePost>): Promise<RpcOutput<typeof generatePost>> {
    if (!this.provider.isSetUp) throw new AppError(aiDraftingErrors.AI_NOT_SET_UP);
    const signal = AbortSignal.timeout(this.config.AI_TIMEOUT_MS);
    return this.places.pass(() => this.write(prompt, signal));
  }

  /** No transaction is open while the model writes. */
  private async write(prompt: string, signal: AbortSignal): Promise<RpcOutput<typeof generatePost>> {
    const draft = {
      id: randomUUID(),
      promptHash: createHash('sha256').update(prompt).digest('hex'),
      reserved: this.provider.maxCost(prompt),
    };
    await this.begin(draft);
    const asked = await this.provider.ask(prompt, signal);
    await this.finish(draft, asked);
    if ('failure' in asked) throw asked.failure;
    return { ...asked.text, draftId: draft.id, isStandIn: asked.isStandIn };
  }

  private begin(draft: AskedDraft): Promise<void> {
    return this.database.transaction(async (tx) => {
      if (await isPaused(tx))
        throw new AppError(commonErrors.PAUSED, {
          message: 'Drafting with AI is paused for a while. Please try again later.',
          details: { retryAfterSeconds: PAUSED_FOR_SECONDS },
        });
      if (!(await reserve(tx, draft.reserved, this.config.AI_DAILY_BUDGET_USD)))
        throw new AppError(aiDraftingErrors.AI_BUDGET_USED_UP, {
          details: { retryAfterSeconds: await secondsUntilTomorrow(tx) },
        });
      await insertDraft(tx, draft);
    });
  }

  private async finish({ id, reserved }: AskedDraft, asked: Asked): Promise<void> {
    const spent = await this.database.transaction(async (tx) => {
      const failure = 'failure' in asked ? asked.failure.code : null;
      await finishDraft(tx, id, failure, asked.cost);
      if (failure === null) await recordEvent(tx, draftWritten, { draftId: id });
      return correct(tx, id, reserved, asked.cost);
    });
    this.spent.show(spent);
  }
}
