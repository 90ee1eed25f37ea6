import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { Semaphore } from '@likewell/service-kit/concurrency/semaphore';
import { Database, type TimedRows } from '@likewell/service-kit/database/database';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { timeLeftMs } from '@likewell/service-kit/telemetry/request-context';
import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import { z } from 'zod';

/** Who takes the one lock of all that moves money; each is a label of its metrics. */
export type LockHolder =
  'settle-tips' | 'open-account' | 'pay-owed-bonuses' | 'credit-deposit' | 'claim-deposit' | 'close-epoch';

const waitedRow = z.object({ waited_ms: z.number().nullable() });
/** Besides the batch of tips, so many statements of a replica are in the database at once; each has a connection there. */
const OTHERS_AT_ONCE = 2;
/** As long as a statement may take; whoever calls waits less. */
const MAX_WAIT_MS = 10_000;
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Runs what takes the one lock, and shows how long it was waited for and held. Each is one statement and a whole
 * transaction, so no client that is paused or dies holds the lock between two of them.
 */
@Injectable()
export class LedgerLock {
  private readonly others = new Semaphore(OTHERS_AT_ONCE, MAX_WAIT_MS);
  private readonly waited: Histogram<'holder'>;
  private readonly held: Histogram<'holder'>;

  constructor(
    private readonly database: Database,
    { registry }: Metrics,
  ) {
    const options = { labelNames: ['holder'] as const, buckets: SECONDS, registers: [registry] };
    this.waited = new Histogram({
      name: 'likewell_ledger_lock_wait_seconds',
      help: 'How long a statement waited for the lock of all that moves money, by who took it',
      ...options,
    });
    this.held = new Histogram({
      name: 'likewell_ledger_lock_held_seconds',
      help: 'How long the lock of all that moves money was held, until the commit was known, by who took it',
      ...options,
    });
  }

  /**
   * The rows of a function that takes the lock, called in a transaction of its own. Tips come as batches, one at a time; the
   * others wait in line here, so that a burst of them leaves connections for tips and reads.
   * @param row the shape of each, by the names of its columns
   * @param call the function with its parameters, and what its result is called
   * @throws as {@link Database.statement} does, OVERLOADED or DEADLINE_EXCEEDED when its turn does not come in time, and
   *   ZodError where the function and its shape have come apart
   */
  async rowsOf<Row extends z.ZodType>(
    holder: LockHolder,
    row: Row,
    call: string,
    values: unknown[],
  ): Promise<z.output<Row>[]> {
    // Read once, and after the function has ended.
    const text = `SELECT *, (SELECT lock_waited_ms()) AS waited_ms FROM ${call}`;
    const run = () => this.database.timedStatement(holder, text, values);
    const { rows, tookMs } = await (holder === 'settle-tips' ? run() : this.others.pass(() => inTime(run)));
    const waitedMs = rows[0] ? waitedRow.parse(rows[0]).waited_ms : null;
    if (waitedMs !== null) {
      this.waited.observe({ holder }, waitedMs / 1000);
      this.held.observe({ holder }, Math.max(0, tookMs - waitedMs) / 1000);
    }
    return rows.map((each) => row.parse(each));
  }

  /** {@link rowsOf} for a function that always answers one row. */
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

/** Runs it unless nobody waits for it any more. */
function inTime(run: () => Promise<TimedRows>): Promise<TimedRows> {
  if (timeLeftMs() <= 0) throw new AppError(commonErrors.DEADLINE_EXCEEDED);
  return run();
}
