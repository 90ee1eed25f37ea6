import { AppError } from '@likewell/contracts/kernel/app-error';
import { commonErrors } from '@likewell/contracts/kernel/common-errors';
import type { Pool, QueryResultRow } from 'pg';
import {
  EntityManager,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
  type DataSource,
} from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { setTimeout as sleep } from 'node:timers/promises';

/** A transaction under way; storage functions take it as their first argument. */
export type Tx = EntityManager;

const MAX_ATTEMPTS = 3;
/** Before another attempt, at most, so that it does not overtake those that it stood in the way of. */
const MAX_PAUSE_MS = 30;
const RETRYABLE = new Set(['40001', '40P01']);
/** Lost or refused connections, and a server short of connections, memory or disk. */
const UNREACHABLE = /^(08|53|57P|E)/;
/** Only a text from outside can bring a character that Postgres cannot store: NUL. */
const UNSTORABLE = new Set(['22021', '22P05']);

/** A service's database: where transactions begin and end. */
export class Database {
  /** Reads outside a transaction. @throws AppError UNAVAILABLE when Postgres cannot be reached */
  readonly read: Tx;
  private readonly afterOutbox: (() => void)[] = [];

  constructor(readonly dataSource: DataSource) {
    this.read = new Reader(dataSource);
  }

  /**
   * Runs `work` in one transaction and commits it. A deadlock or a serialization failure runs it again,
   * at most three times in all, so `work` must touch nothing but the transaction.
   * @throws AppError UNAVAILABLE when Postgres cannot be reached, INVALID_INPUT for a text it cannot store
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { result, wroteEvents } = await withRetries(() =>
      this.dataSource.transaction(async (tx) => ({
        result: await work(tx),
        wroteEvents: tx.queryRunner?.data.outbox === true,
      })),
    );
    if (wroteEvents) this.tellOfOutbox();
    return result;
  }

  /**
   * Runs one statement that is a whole transaction and may write to the outbox: one round trip in place of three. Each
   * connection prepares it once, under its name. It is repeated, and fails, as a {@link transaction} does.
   */
  async statement<Row extends QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    // The pool itself, since it gives up a connection on which a query failed, which may be on its way down.
    const { rows } = await withRetries(() => this.pool.query<Row>({ name, text, values }));
    this.tellOfOutbox();
    return rows;
  }

  /** The connections that everything here shares. */
  get pool(): Pool {
    return (this.dataSource.driver as PostgresDriver).master as Pool;
  }

  /** Calls `listener` after each commit that wrote to the outbox. */
  onOutboxCommit(listener: () => void): void {
    this.afterOutbox.push(listener);
  }

  private tellOfOutbox(): void {
    for (const listener of this.afterOutbox) listener();
  }

  /** True when Postgres answers. */
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
      if (attempt === MAX_ATTEMPTS || !RETRYABLE.has(sqlState(error))) throw asAppError(error);
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
  }
}

/** The SQLSTATE of a database error, or the network's error code, or ''. */
export function sqlState(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** The constraint that a statement violated, or null. */
export function violatedConstraint(error: unknown): string | null {
  if (sqlState(error) !== '23505' || typeof error !== 'object' || error === null) return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null;
}

class Reader extends EntityManager {
  override query<T>(sql: string, parameters?: unknown[]): Promise<T> {
    return super.query<T>(sql, parameters).catch((error: unknown) => {
      throw asAppError(error);
    });
  }
}

/** What a caller can do something about; any other error stays what it is. */
function asAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const state = sqlState(error);
  if (UNSTORABLE.has(state)) return new AppError(commonErrors.INVALID_INPUT, { cause: error });
  const unreachable =
    UNREACHABLE.test(state) ||
    // The connection was lost between two statements of a transaction.
    error instanceof QueryRunnerAlreadyReleasedError ||
    error instanceof QueryRunnerProviderAlreadyReleasedError ||
    (error instanceof Error &&
      /connection (terminated|timeout)|timeout exceeded|not queryable/i.test(error.message));
  return unreachable ? new AppError(commonErrors.UNAVAILABLE, { cause: error }) : error;
}
