import { CONFIG } from '@likewell/service-kit/config/config';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { boundedFetch } from '@likewell/service-kit/clients/bounded-fetch';
import { circuitBreaker, type CircuitBreaker } from '@likewell/service-kit/clients/circuit-breaker';
import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import OpenAI from 'openai';
import type { AiDraftingConfig } from '../config.js';
import { costOfUsage, maxCostOfTry, type Prices } from '../budget/cost.js';
import { draftRequest, MAX_OUTPUT_TOKENS } from './draft-request.js';
import { readCompletion, type DraftText } from './read-completion.js';
import { explainFailure, isFaultOfProvider, resting } from './explain-failure.js';
import { Tries } from './tries.js';

const MAX_TRIES = 2;
const BREAKER = { volume: 4, withinMs: 60_000 };

/** The outcome of a request to the provider, and its cost in nano-dollars. */
export type DraftOutcome = { readonly cost: bigint } & (
  { readonly text: DraftText; readonly isStandIn: boolean } | { readonly failure: AppError }
);

/**
 * A client for a language model with OpenAI's protocol. It sends a request once, and retries once where that
 * may help.
 */
@Injectable()
export class DraftProvider implements OnApplicationShutdown {
  private readonly client: OpenAI;
  private readonly prices: Prices;
  private readonly breaker: CircuitBreaker<[prompt: string, tries: Tries, signal: AbortSignal], unknown>;

  constructor(
    @Inject(CONFIG) private readonly config: AiDraftingConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.client = new OpenAI({
      apiKey: config.OPENAI_API_KEY || 'none',
      baseURL: config.OPENAI_BASE_URL,
      // All that the SDK would otherwise read from the environment by itself.
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      logLevel: 'off',
      maxRetries: MAX_TRIES - 1,
      timeout: config.AI_TIMEOUT_MS,
    });
    this.prices = { input: config.AI_INPUT_USD_PER_MILLION, output: config.AI_OUTPUT_USD_PER_MILLION };
    this.breaker = circuitBreaker(this.send.bind(this), {
      ...BREAKER,
      restMs: config.providerRestMs,
      ignores: (error) => !isFaultOfProvider(error),
    });
  }

  onApplicationShutdown(): void {
    this.breaker.shutdown();
  }

  /** Fails at once where there is no key, or while the provider rests. @throws AppError AI_NOT_SET_UP, AI_RESTING */
  ensureReady(): void {
    if (this.config.OPENAI_API_KEY === '') throw new AppError(aiDraftingErrors.AI_NOT_SET_UP);
    if (this.breaker.opened) throw resting(this.config.providerRestMs);
  }

  /** Returns the most that a draft for this prompt can cost. */
  maxCost(prompt: string): bigint {
    return BigInt(MAX_TRIES) * this.maxCostOfTry(prompt);
  }

  /** Requests a draft; `signal` aborts it. Never throws: every outcome has its cost. */
  async ask(prompt: string, signal: AbortSignal): Promise<DraftOutcome> {
    const tries = new Tries(boundedFetch(this.config.AI_TIMEOUT_MS));
    const maxCost = this.maxCostOfTry(prompt);
    let cost: bigint | null = null;
    try {
      const completion = await this.breaker.fire(prompt, tries, signal);
      const counted = costOfUsage(completion, maxCost, this.prices);
      if (counted > maxCost)
        this.logger.warn(
          { costNanoUsd: String(counted), maxCostNanoUsd: String(maxCost) },
          'the provider counted more tokens than the request allows',
        );
      cost = counted + tries.maybeBilledBesides(1) * maxCost;
      return { ...readCompletion(completion), cost };
    } catch (error) {
      const failure = explainFailure(error, signal, this.config.providerRestMs);
      this.logger.warn({ code: failure.code, reason: reasonOf(error) }, 'a draft failed');
      return { failure, cost: cost ?? tries.maybeBilledBesides(0) * maxCost };
    }
  }

  /** Returns the provider's response, which is not validated yet. */
  private send(prompt: string, tries: Tries, signal: AbortSignal): Promise<unknown> {
    const client = this.client.withOptions({ fetch: tries.fetch });
    const request = draftRequest(this.config, prompt);
    return untilAborted(client.chat.completions.create(request, { signal }), signal);
  }

  private maxCostOfTry(prompt: string): bigint {
    return maxCostOfTry(draftRequest(this.config, prompt), MAX_OUTPUT_TOKENS, this.prices);
  }
}

/** Rejects as soon as the signal aborts: the SDK ignores the signal while it pauses before its second attempt. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => {
      reject(new OpenAI.APIUserAbortError());
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  return Promise.race([work, aborted]);
}

/** Returns a reason for the log. It is never the message: that may quote a member's text, or a key. */
function reasonOf(error: unknown): string {
  if (error instanceof OpenAI.APIError)
    return `${error.constructor.name} ${String(error.status ?? '')}`.trim();
  return error instanceof Error ? error.name : 'unknown';
}
