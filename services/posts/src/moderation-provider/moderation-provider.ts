import { boundedFetch } from '@likewell/service-kit/clients/bounded-fetch';
import {
  circuitBreaker,
  isOpenBreaker,
  type CircuitBreaker,
} from '@likewell/service-kit/clients/circuit-breaker';
import { CONFIG } from '@likewell/service-kit/config/config';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { z } from 'zod';
import type { PostsConfig } from '../config.js';
import { judgeFlags } from './provider-flags.js';
import type { CheckResult, ReviewResult, Text } from '../moderation/review-text.js';

/** The part of the response to POST {base}/moderations that is used, as OpenAI documents it. */
const responseSchema = z.object({
  results: z
    .array(
      z.object({
        flagged: z.boolean(),
        categories: z.record(z.string(), z.boolean()),
        category_scores: z.record(z.string(), z.number()).default({}),
      }),
    )
    .min(1),
});

/** The provider rejected the request as invalid; a pause would not help. */
class RequestRejected extends Error {}
/** The provider rejected this text, which its author may have written for that. */
class TextRejected extends RequestRejected {}
/** The provider rejected our key: no text is checked until an operator fixes that. */
class KeyRejected extends Error {}

const BREAKER = { volume: 5, restMs: 10_000, capacity: 64 };
/** Timeouts; in production, on a machine of its own, a text is public within a second. */
const TIMEOUT_MS = { production: 700, laptop: 5000 };
/** Outcomes of a request: a response, no usable response, a rejected key, or no request while the breaker is open. */
const OUTCOMES = ['answered', 'failed', 'key-rejected', 'rested'] as const;
/** Statuses by which a provider says that it cannot read a text: invalid, too long, of no use to it. */
const ABOUT_THE_TEXT = new Set([400, 413, 422]);
const REASONS = ['provider-unavailable'];
/** The result for a text that passed the local rules while the provider could not be asked. */
const UNCHECKED: CheckResult = { outcome: 'postpone', reasons: REASONS };
/** The result for one that the provider itself does not take. */
const UNREADABLE: CheckResult = { outcome: 'hold', reasons: REASONS };

/** A client for the moderation endpoint of an OpenAI-compatible provider, where one is configured. */
@Injectable()
export class ModerationProvider implements OnApplicationShutdown {
  private readonly breaker: CircuitBreaker<[Text], ReviewResult>;
  private readonly fetch: ReturnType<typeof boundedFetch>;
  private readonly asked: Counter<'outcome'>;

  constructor(
    @Inject(CONFIG) private readonly config: PostsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.fetch = boundedFetch(config.MODERATION_TIMEOUT_MS ?? TIMEOUT_MS[config.TIMEOUTS.profile]);
    this.breaker = circuitBreaker((text: Text) => this.ask(text), {
      ...BREAKER,
      ignores: (error) => error instanceof RequestRejected,
    });
    this.asked = metrics.countEach(
      'likewell_moderation_asked_total',
      'Texts that the moderation provider was to be asked about, by outcome',
      'outcome',
      OUTCOMES,
    );
  }

  onApplicationShutdown(): void {
    this.breaker.shutdown();
  }

  /**
   * Returns the provider's result for a text that passed the local rules. Never fails: without a provider
   * only the local rules decide, and while it cannot be asked, or does not take the text, the check is
   * postponed.
   */
  async judge(text: Text): Promise<CheckResult> {
    if (this.config.MODERATION_API_KEY === '') return { outcome: 'approve', reasons: [] };
    try {
      const result = await this.breaker.fire(text);
      this.count('answered');
      return result;
    } catch (error) {
      this.report(error);
      return error instanceof TextRejected ? UNREADABLE : UNCHECKED;
    }
  }

  private report(error: unknown): void {
    if (error instanceof KeyRejected) {
      this.count('key-rejected');
      const alarm = 'moderation-key-rejected';
      this.logger.error({ err: error, alarm }, 'the provider rejects our key, so texts are not checked');
      return;
    }
    this.count(isOpenBreaker(error) ? 'rested' : 'failed');
    this.logger.warn({ err: error }, 'the check of a text was postponed');
  }

  private count(outcome: (typeof OUTCOMES)[number]): void {
    this.asked.inc({ outcome });
  }

  private async ask({ title, body }: Text): Promise<ReviewResult> {
    const { MODERATION_BASE_URL, MODERATION_API_KEY, MODERATION_MODEL } = this.config;
    const response = await this.fetch(`${MODERATION_BASE_URL.replace(/\/+$/, '')}/moderations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${MODERATION_API_KEY}` },
      body: JSON.stringify({ model: MODERATION_MODEL, input: `${title}\n\n${body}` }),
    });
    const { status } = response;
    if (status === 401 || status === 403) throw new KeyRejected(`the provider responded with ${status}`);
    if (ABOUT_THE_TEXT.has(status)) throw new TextRejected(`the provider rejected a text with ${status}`);
    if (status >= 400 && status < 500 && status !== 429)
      throw new RequestRejected(`the provider rejected it with ${status}`);
    if (!response.ok) throw new Error(`the provider responded with ${status}`);
    const { results } = responseSchema.parse(await response.json());
    return judgeFlags(results);
  }
}
