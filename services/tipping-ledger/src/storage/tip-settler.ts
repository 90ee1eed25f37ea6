import { AppError } from '@likewell/contracts/kernel/app-error';
import { commonErrors } from '@likewell/contracts/kernel/common-errors';
import { likesCounted } from '@likewell/contracts/tipping-ledger/events';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { currentContext } from '@likewell/service-kit/telemetry/request-context';
import { Injectable } from '@nestjs/common';
import { takeBatch } from '../domain/take-batch.js';
import type { TipOutcome, TipRequest } from '../domain/tip.js';
import { settleTips } from './tips.js';

/** Tips that may wait at once; one more is refused at once. */
const MAX_WAITING = 5000;

interface WaitingTip extends TipRequest {
  readonly deadline: number;
  resolve(outcome: TipOutcome): void;
  reject(error: unknown): void;
}

/**
 * Gathers the tips that arrive while the last batch commits and settles them in one transaction. No
 * timer: an idle ledger settles a tip at once, a busy one shares each commit among many.
 */
@Injectable()
export class TipSettler {
  private readonly waiting: WaitingTip[] = [];
  private running = false;

  constructor(private readonly database: Database) {}

  /** Settles or refuses a tip; the outcome is committed before this resolves. */
  settle(tip: TipRequest): Promise<TipOutcome> {
    if (this.waiting.length >= MAX_WAITING) throw new AppError(commonErrors.OVERLOADED);
    const deadline = currentContext()?.deadline ?? Infinity;
    const outcome = new Promise<TipOutcome>((resolve, reject) => {
      this.waiting.push({ ...tip, deadline, resolve, reject });
    });
    this.begin();
    return outcome;
  }

  /** After the tips that arrived together have all been read, so that they share the first commit too. */
  private begin(): void {
    if (this.running) return;
    this.running = true;
    setImmediate(() => void this.run());
  }

  private async run(): Promise<void> {
    while (this.waiting.length > 0) await this.settleBatch(takeBatch(this.waiting));
    this.running = false;
  }

  private async settleBatch(tips: readonly WaitingTip[]): Promise<void> {
    const batch = tips.filter((tip) => tip.deadline > Date.now() || this.drop(tip));
    if (batch.length === 0) return;
    try {
      const outcomes = await this.database.transaction((tx) => settleAndTell(tx, batch));
      batch.forEach((tip, index) => {
        const outcome = outcomes[index];
        if (outcome) tip.resolve(outcome);
        else tip.reject(new Error('the settlement left a tip without an outcome'));
      });
    } catch (error) {
      // One tip that Postgres cannot take must not hurt the others: each gets a batch of its own.
      if (batch.length > 1 && !(error instanceof AppError))
        for (const tip of batch) await this.settleBatch([tip]);
      else for (const tip of batch) tip.reject(error);
    }
  }

  /** Nobody waits for it any more, so it is not started. */
  private drop(tip: WaitingTip): false {
    tip.reject(new AppError(commonErrors.DEADLINE_EXCEEDED));
    return false;
  }
}

async function settleAndTell(tx: Tx, batch: readonly TipRequest[]): Promise<TipOutcome[]> {
  const outcomes = await settleTips(tx, batch);
  const totals = new Map<number, bigint>();
  outcomes.forEach((outcome, index) => {
    const postId = batch[index]?.postId;
    if (outcome.verdict === 'settled' && postId !== undefined) totals.set(postId, outcome.likesSumNano);
  });
  if (totals.size > 0) {
    await recordEvent(tx, likesCounted, {
      totals: [...totals].map(([postId, likesSumNano]) => ({ postId, likesSumNano })),
    });
  }
  return outcomes;
}
