import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { Semaphore } from '@likewell/service-kit/concurrency/semaphore';
import { Database, type TimedRows } from '@likewell/service-kit/database/database';
import { sqlState } from '@likewell/service-kit/database/database-errors';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { timeLeftMs } from '@likewell/service-kit/telemetry/request-context';
import { Injectable } from '@nestjs/common';
import type { Histogram } from 'prom-client';
import { z } from 'zod';

const HOLDERS = [
  'settle-tips',
  'open-account',
  'pay-owed-bonuses',
  'credit-deposit',
  'claim-deposit',
  'close-epoch',
] as const;
/** The calls and jobs that take the one lock for everything that moves money; each is a label of its metrics. */
export type LockHolder = (typeof HOLDERS)[number];

const waitedRow = z.object({ waited_ms: z.number().nullable() });
/** How many statements of a replica besides the batch of tips run in the database at once; each uses a connection. */
const OTHERS_AT_ONCE = 2;
/** The timeout of a statement; callers wait less. */
const MAX_WAIT_MS = 10_000;
/** SQLSTATE of a statement that its timeout ended. */
const QUERY_CANCELED = '57014';
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Runs the statements of calls and jobs that take the one lock, and shows in the metrics how long each waited for
 * it and held it. Each is a single statement and a whole transaction, so no client that pauses or dies holds the lock
 * between two statements. The events of a new and of a deleted member, and what operators run, take it elsewhere.
 */
@Injectable()
export class LedgerLock {
  private readonly others = new Semaphore(OTHERS_AT_ONCE, { maxWaitMs: MAX_WAIT_MS });
  private readonly waited: Histogram<'holder'>;
  private readonly held: Histogram<'holder'>;

  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    this.waited = metrics.histogram(
      'likewell_ledger_lock_wait_seconds',
      'How long a statement waited for the lock of all that moves money, by who took it',
      SECONDS,
      'holder',
    );
    this.held = metrics.histogram(
      'likewell_ledger_lock_held_seconds',
      'How long the lock of all that moves money was held, until the commit was known, by who took it',
      SECONDS,
      'holder',
    );
    // Each label exists from the start, so that an alert sees its first increase too.
    for (const holder of HOLDERS) for (const times of [this.waited, this.held]) times.zero({ holder });
  }

  /**
   * Returns the rows of a function that takes the lock, called in a transaction of its own. Tips come as
   * batches, one at a time. The other calls queue here, so that a burst of them leaves connections for tips
   * and reads.
   * @param row the shape of each row, by column name
   * @param call the function with its parameters, and the alias of its result
   * @throws the errors of {@link Database.statement}; OVERLOADED or DEADLINE_EXCEEDED when its turn does not
   * come in time; ZodError when the function's result does not match `row`
   */
  async rowsOf<Row extends z.ZodType>(
    holder: LockHolder,
    row: Row,
    call: string,
    values: unknown[],
  ): Promise<z.output<Row>[]> {
    // Read once, after the function has returned.
    const text = `SELECT *, (SELECT lock_waited_ms()) AS waited_ms FROM ${call}`;
    const run = () => this.run(holder, text, values);
    const { rows, tookMs } = await (holder === 'settle-tips' ? run() : this.others.pass(() => inTime(run)));
    const waitedMs = rows[0] ? waitedRow.parse(rows[0]).waited_ms : null;
    if (waitedMs !== null) {
      this.waited.observe({ holder }, waitedMs / 1000);
      this.held.observe({ holder }, Math.max(0, tookMs - waitedMs) / 1000);
    }
    return rows.map((each) => row.parse(each));
  }

  /**
   * A statement that Postgres ends at its timeout has waited for the lock all that time: what it does with it
   * takes milliseconds. Shown too, since nobody else is shown while somebody keeps the lock.
   */
  private async run(holder: LockHolder, text: string, values: unknown[]): Promise<TimedRows> {
    const begunAt = performance.now();
    try {
      return await this.database.timedStatement(holder, text, values);
    } catch (error) {
      if (error instanceof AppError && sqlState(error.cause) === QUERY_CANCELED)
        this.waited.observe({ holder }, (performance.now() - begunAt) / 1000);
      throw error;
    }
  }

  /** Calls {@link rowsOf} for a function that always returns one row. */
  async rowOf<Row extends z.ZodType>(
    holder: LockHolder,
    row: Row,
    call: string,
    values: unknown[],
  ): Promise<z.output<Row>> {
    const [first] = await this.rowsOf(holder, row, call, values);
    if (first === undefined) throw new Error(`${holder} answered no row`);
    return first;
  }
}

/** Runs the statement unless its caller's deadline has passed. */
function inTime(run: () => Promise<TimedRows>): Promise<TimedRows> {
  if (timeLeftMs() <= 0) throw new AppError(commonErrors.DEADLINE_EXCEEDED);
  return run();
}
