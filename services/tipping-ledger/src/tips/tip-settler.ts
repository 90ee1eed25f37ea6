import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import {
  currentContext,
  newContext,
  runInContext,
  type RequestContext,
} from '@likewell/service-kit/telemetry/request-context';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeBatch } from './take-batch.js';
import type { TipResult, TipRequest } from './tip.js';
import { LedgerLock } from '../ledger-lock/ledger-lock.js';
import { observeBatch, settlerMetrics } from './settler-metrics.js';
import { settleTips } from './tips.queries.js';

/**
 * The most tips that may wait; a further one is rejected immediately. With a batch that is being settled they
 * leave some of the 2,000 calls that a process serves at once to balances, deposits and bonuses.
 */
const MAX_WAITING = 1500;
/**
 * Number of tips in a batch from which the load counts as high. Under high load batches begin at least
 * {@link CROWD_PACE_MS} milliseconds apart.
 */
const CROWD = 4;
const CROWD_PACE_MS = 4;

interface WaitingTip extends TipRequest {
  readonly context: RequestContext;
  readonly deadline: number;
  readonly since: number;
  resolve(result: TipResult): void;
  reject(error: unknown): void;
}

/**
 * Collects the tips that arrive while the last batch commits, and settles them in one transaction. A single
 * tip is settled immediately, without a timer; under load many tips share each commit. In between, where a
 * batch would be over before the next few tips arrive, tips are collected for a few milliseconds: without
 * this, 2,000 tips a second were settled in batches of two or three and used both cores.
 */
@Injectable()
export class TipSettler {
  private readonly waiting: WaitingTip[] = [];
  private running = false;
  private lastBatch = { size: 0, begunAt: 0 };
  private readonly metrics: ReturnType<typeof settlerMetrics>;

  constructor(
    private readonly lock: LedgerLock,
    metrics: Metrics,
  ) {
    this.metrics = settlerMetrics(metrics);
    metrics.watch('likewell_tips_waiting', 'Tips that wait for the next batch', () => this.waiting.length);
  }

  /** Settles or rejects a tip; the result is committed before the promise resolves. */
  settle(tip: TipRequest): Promise<TipResult> {
    if (this.waiting.length >= MAX_WAITING) throw new AppError(commonErrors.OVERLOADED);
    const { idempotencyKey, payerId, postId, amountNano } = tip;
    const context = currentContext() ?? newContext();
    const deadline = context.deadline ?? Infinity;
    const since = performance.now();
    const result = new Promise<TipResult>((resolve, reject) => {
      // Copied field by field: a spread of the parsed object took microseconds for each tip.
      this.waiting.push({
        idempotencyKey,
        payerId,
        postId,
        amountNano,
        context,
        deadline,
        since,
        resolve,
        reject,
      });
    });
    this.begin();
    return result;
  }

  /** Starts after all tips that arrived together have been read, so that they share the first commit too. */
  private begin(): void {
    if (this.running) return;
    this.running = true;
    setImmediate(() => void this.run());
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) {
      await this.gatherCrowd();
      const batch = takeBatch(this.waiting);
      this.lastBatch = { size: batch.length, begunAt: performance.now() };
      await this.settleBatch(batch);
    }
    this.running = false;
  }

  private async gatherCrowd(): Promise<void> {
    const { size, begunAt } = this.lastBatch;
    const left = begunAt + CROWD_PACE_MS - performance.now();
    if (size >= CROWD && left > 0) await sleep(left);
  }

  private async settleBatch(tips: readonly WaitingTip[]): Promise<void> {
    const now = steadyNow();
    const batch = tips.filter((tip) => tip.deadline > now || this.drop(tip));
    if (batch.length === 0) return;
    try {
      const begunAt = performance.now();
      const results = await runInContext(contextOf(batch), () => settleTips(this.lock, batch));
      observeBatch(this.metrics, results, { begunAt, waitingSince: batch[0]?.since ?? begunAt });
      batch.forEach((tip, index) => {
        const result = results[index];
        if (result) tip.resolve(result);
        else tip.reject(new Error('the settlement left a tip without a result'));
      });
    } catch (error) {
      // A tip that Postgres cannot process must not affect the others: each gets a batch of its own.
      if (batch.length > 1 && !(error instanceof AppError))
        for (const tip of batch) await this.settleBatch([tip]);
      else for (const tip of batch) tip.reject(error);
    }
  }

  /** Rejects a tip whose caller no longer waits, so it is not started. */
  private drop(tip: WaitingTip): false {
    tip.reject(new AppError(commonErrors.DEADLINE_EXCEEDED));
    return false;
  }
}

/** Returns the context of a settlement. One of many tips belongs to no member, and to the trace of none of them. */
function contextOf(batch: readonly WaitingTip[]): RequestContext {
  const [first] = batch;
  return first && batch.length === 1 ? first.context : newContext();
}
