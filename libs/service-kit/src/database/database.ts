import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { ClientBase, Pool, QueryResultRow } from 'pg';
import { EntityManager, type DataSource } from 'typeorm';
import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore } from '../concurrency/semaphore.js';
import { sqlState, toAppError } from './database-errors.js';
import { SILENT } from './end-when-silent.js';
import { poolOf } from './pool-of.js';

/** A transaction under way; storage functions take it as their first argument. */
export type Tx = EntityManager;

const MAX_ATTEMPTS = 3;
/** Longest pause before another attempt; it lets the transactions that this one conflicted with go first. */
const MAX_PAUSE_MS = 30;
const RETRYABLE = new Set(['40001', '40P01']);
/** Share of the pool that writes may take: reads go on while commits wait for an absent standby. */
const WRITES_SHARE = 0.7;
const MAX_WAIT_MS = 3000;

/** A statement's rows, and the time from getting a connection until the commit was known. */
export interface TimedRows {
  readonly rows: QueryResultRow[];
  readonly tookMs: number;
}

/** A service's database: where transactions begin and end. */
export class Database {
  /**
   * Reads outside a transaction.
   * @throws AppError UNAVAILABLE from `query`, when Postgres cannot be reached or does not reply in time; other
   *   methods, such as `findOneBy`, throw the driver's error, which `RpcServer` converts
   */
  readonly read: Tx;
  private readonly afterOutbox: (() => void)[] = [];
  private readonly writes: Semaphore;

  constructor(readonly dataSource: DataSource) {
    this.read = new Reader(dataSource);
    const places = Math.max(1, Math.floor(this.pool.options.max * WRITES_SHARE));
    this.writes = new Semaphore(places, { maxWaitMs: MAX_WAIT_MS, rejection: commonErrors.UNAVAILABLE });
  }

  /**
   * Runs `work` in one transaction and commits it. After a deadlock or a serialization failure it runs it
   * again, at most three times in all, so `work` must touch nothing but the transaction.
   * @throws AppError UNAVAILABLE when Postgres cannot be reached or not in time, INVALID_INPUT for a text it
   *   cannot store
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.write(async (watch) => {
      const { result, wroteEvents } = await this.dataSource.transaction(async (tx) => {
        watch((await tx.queryRunner?.connect()) as ClientBase);
        return { result: await work(tx), wroteEvents: tx.queryRunner?.data.outbox === true };
      });
      if (wroteEvents) this.notifyOfOutbox();
      return result;
    });
  }

  /**
   * Runs one statement that is a whole transaction and may write to the outbox: one round trip instead of
   * three. Each connection prepares it once, under its name. It is retried, and fails, like a
   * {@link transaction}.
   */
  async statement(name: string, text: string, values: unknown[]): Promise<QueryResultRow[]> {
    return (await this.timedStatement(name, text, values)).rows;
  }

  /**
   * Runs one statement that only reads; each connection prepares it once, under its name. It triggers no look
   * at the outbox.
   */
  async preparedRead(name: string, text: string, values: unknown[]): Promise<QueryResultRow[]> {
    return (await withRetries(() => this.prepared(name, text, values))).rows;
  }

  /** Runs a {@link statement} and measures the time from getting a connection until its commit was known. */
  async timedStatement(name: string, text: string, values: unknown[]): Promise<TimedRows> {
    return this.write(async (watch) => {
      const done = await this.prepared(name, text, values, watch);
      this.notifyOfOutbox();
      return done;
    });
  }

  private async prepared(
    name: string,
    text: string,
    values: unknown[],
    watch?: (client: ClientBase) => void,
  ): Promise<TimedRows> {
    const client = await this.pool.connect();
    watch?.(client);
    const begunAt = performance.now();
    try {
      const { rows } = await client.query<QueryResultRow>({ name, text, values });
      const tookMs = performance.now() - begunAt;
      client.release();
      return { rows, tookMs };
    } catch (error) {
      // A connection on which a query failed may be about to break.
      client.release(true);
      throw error;
    }
  }

  /**
   * Runs what writes, in one of the places for it. When the connection turns silent the caller waits no
   * longer, but its place is taken for as long as Postgres has the connection.
   * @param work hands its connection to `watch`
   */
  private write<T>(work: (watch: (client: ClientBase) => void) => Promise<T>): Promise<T> {
    return withRetries(
      () =>
        new Promise((resolve, reject) => {
          const giveUp = () => {
            reject(new AppError(commonErrors.UNAVAILABLE, { cause: new Error('the commit got no reply') }));
          };
          let used: ClientBase | undefined;
          const watch = (client: ClientBase) => {
            used = client.once(SILENT, giveUp);
          };
          const run = () => work(watch).finally(() => used?.off(SILENT, giveUp));
          this.writes.pass(run).then(resolve, reject);
        }),
    );
  }

  /** The connection pool that everything here shares. */
  get pool(): Pool {
    return poolOf(this.dataSource);
  }

  /** Number of calls that wait for a connection, or for a place among those that write. */
  get waitingCount(): number {
    return this.pool.waitingCount + this.writes.waitingCount;
  }

  /** Calls `listener` after each commit that wrote to the outbox. */
  onOutboxCommit(listener: () => void): void {
    this.afterOutbox.push(listener);
  }

  private notifyOfOutbox(): void {
    for (const listener of this.afterOutbox) listener();
  }
}

async function withRetries<T>(attemptOnce: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !RETRYABLE.has(sqlState(error))) throw toAppError(error);
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
  }
}

class Reader extends EntityManager {
  override query<T>(sql: string, parameters?: unknown[]): Promise<T> {
    return super.query<T>(sql, parameters).catch((error: unknown) => {
      throw toAppError(error);
    });
  }
}
