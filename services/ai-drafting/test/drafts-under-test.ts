import { generatePost } from '@likewell/contracts/ai-drafting/rpc';
import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import { OpenAiStandIn } from '@likewell/stand-in-openai/provider';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { withConstants } from '@likewell/testing/with-constants';
import { aiDraftingService } from '../src/app.module.js';
import type { AiDraftingConstants } from '../src/config.js';
import { aiDraftingSchema } from '../src/schema.js';

const KEY = 'canary-key';

/** The part of a draft's row that the tests read. */
interface DraftRow {
  readonly id: string;
  readonly status: string;
  readonly failure: string | null;
  readonly reserved: bigint;
  readonly cost: bigint | null;
}

/** The ai-drafting service on a schema of its own, with a provider whose faults a test sets. */
export class DraftsUnderTest {
  private constructor(
    readonly service: ServiceUnderTest,
    readonly provider: OpenAiStandIn,
  ) {}

  static async start(
    variables: Record<string, string> = {},
    constants: Partial<AiDraftingConstants> = {},
  ): Promise<DraftsUnderTest> {
    const provider = new OpenAiStandIn(KEY);
    await provider.listen(0);
    const service = await startService(withConstants(aiDraftingService, constants), aiDraftingSchema, {
      OPENAI_API_KEY: KEY,
      OPENAI_BASE_URL: provider.baseUrl,
      AI_TIMEOUT_MS: '20000',
      ...variables,
    });
    return new DraftsUnderTest(service, provider);
  }

  draft(prompt: string): Promise<RpcOutput<typeof generatePost>> {
    return this.service.bus.call(generatePost, { prompt });
  }

  /** Returns the error code, or `written`; DEADLINE_EXCEEDED when the contract's own timeout was too short. */
  async outcome(prompt: string): Promise<string> {
    return this.service.bus.client.call(generatePost, { prompt }).then(
      () => 'written',
      (error: unknown) => (error as { code: string }).code,
    );
  }

  /** Returns all drafts, the newest last. */
  async rows(): Promise<DraftRow[]> {
    const { rows } = await this.service.schema.owner.query<Record<string, string | null>>(
      'SELECT id, status, failure, reserved_nano_usd AS reserved, cost_nano_usd AS cost FROM draft ORDER BY created_at',
    );
    return rows.map((row) => ({
      id: String(row.id),
      status: String(row.status),
      failure: row.failure ?? null,
      reserved: BigInt(row.reserved ?? 0),
      cost: row.cost ? BigInt(row.cost) : null,
    }));
  }

  /** Returns the nano-dollars spent on all days. */
  async spent(): Promise<bigint> {
    const { rows } = await this.service.schema.owner.query<{ spent: string }>(
      'SELECT coalesce(sum(spent_nano_usd), 0) AS spent FROM budget_day',
    );
    return BigInt(rows[0]?.spent ?? 0);
  }

  async setPaused(paused: boolean): Promise<void> {
    await this.service.schema.owner.query('UPDATE drafting_switch SET is_paused = $1', [paused]);
  }

  async forget(): Promise<void> {
    await this.service.schema.owner.query('TRUNCATE draft, budget_day');
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.provider.close();
  }
}
