import type { Pool, QueryResultRow } from 'pg';
import { EntityManager, type DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { sqlState, toAppError } from './database-errors.js';

/** A transaction under way; storage functions take it as their first argument. */
export type Tx = EntityManager;

const MAX_ATTEMPTS = 3;
/** Longest pause before another attempt; it lets the transactions that this one conflicted with go first. */
const MAX_PAUSE_MS = 30;
const RETRYABLE = new Set(['40001', '40P01']);
/** A statement's rows, and the time from getting a connection until the commit was known. */
export interface TimedRows {
  readonly rows: QueryResultRow[];
  readonly tookMs: number;
}

/** A service's database: where transactions begin and end. */
export class Database {
  /**
   * Reads outside a transaction.
   * @throws AppError UNAVAILABLE when Postgres cannot be reached or does not reply in time
   */
  readonly read: Tx;
  private readonly afterOutbox: (() => void)[] = [];

  constructor(readonly dataSource: DataSource) {
    this.read = new Reader(dataSource);
  }

  /**
   * Runs `work` in one transaction and commits it. After a deadlock or a serialization failure it runs it
   * again, at most three times in all, so `work` must touch nothing but the transaction.
   * @throws AppError UNAVAILABLE when Postgres cannot be reached or not in time, INVALID_INPUT for a text it
   *   cannot store
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { result, wroteEvents } = await withRetries(() =>
      this.dataSource.transaction(async (tx) => ({
        result: await work(tx),
        wroteEvents: tx.queryRunner?.data.outbox === true,
      })),
    );
    if (wroteEvents) this.notifyOfOutbox();
    return result;
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
    return (await this.prepared(name, text, values)).rows;
  }

  /** Runs a {@link statement} and measures the time from getting a connection until its commit was known. */
  async timedStatement(name: string, text: string, values: unknown[]): Promise<TimedRows> {
    const done = await this.prepared(name, text, values);
    this.notifyOfOutbox();
    return done;
  }

  private prepared(name: string, text: string, values: unknown[]): Promise<TimedRows> {
    return withRetries(async () => {
      const client = await this.pool.connect();
      const begunAt = performance.now();
      try {
        const { rows } = await client.query({ name, text, values });
        const tookMs = performance.now() - begunAt;
        client.release();
        return { rows, tookMs };
      } catch (error) {
        // A connection on which a query failed may be about to break.
        client.release(true);
        throw error;
      }
    });
  }

  /** The connection pool that everything here shares. */
  get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }

  /** Calls `listener` after each commit that wrote to the outbox. */
  onOutboxCommit(listener: () => void): void {
    this.afterOutbox.push(listener);
  }

  private notifyOfOutbox(): void {
    for (const listener of this.afterOutbox) listener();
  }

  /** True when Postgres replies. */
  async isReachable(): Promise<boolean> {
    await this.dataSource.query('SELECT 1');
    return true;
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
