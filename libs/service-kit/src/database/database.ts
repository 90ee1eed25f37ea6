import { AppError } from '@likewell/contracts/kernel/app-error';
import { commonErrors } from '@likewell/contracts/kernel/common-errors';
import type { DataSource, EntityManager } from 'typeorm';

/** A transaction under way; storage functions take it as their first argument. */
export type Tx = EntityManager;

const MAX_ATTEMPTS = 3;
const RETRYABLE = new Set(['40001', '40P01']);
const CONNECTION_CLASSES = ['08', '57P'];

/** A service's database: where transactions begin and end. */
export class Database {
  private readonly afterOutbox: (() => void)[] = [];

  constructor(readonly dataSource: DataSource) {}

  /** Reads outside a transaction. */
  get read(): EntityManager {
    return this.dataSource.manager;
  }

  /**
   * Runs `work` in one transaction and commits it. A deadlock or a serialization failure runs it again,
   * at most three times in all, so `work` must touch nothing but the transaction.
   * @throws AppError UNAVAILABLE when Postgres cannot be reached
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { result, wroteEvents } = await this.dataSource.transaction(async (tx) => ({
          result: await work(tx),
          wroteEvents: tx.queryRunner?.data.outbox === true,
        }));
        if (wroteEvents) for (const listener of this.afterOutbox) listener();
        return result;
      } catch (error) {
        if (attempt < MAX_ATTEMPTS && RETRYABLE.has(sqlState(error))) continue;
        throw unavailableWhenUnreachable(error);
      }
    }
  }

  /** Calls `listener` after each commit that wrote to the outbox. */
  onOutboxCommit(listener: () => void): void {
    this.afterOutbox.push(listener);
  }

  /** True when Postgres answers. */
  async isReachable(): Promise<boolean> {
    await this.dataSource.query('SELECT 1');
    return true;
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

function unavailableWhenUnreachable(error: unknown): unknown {
  const state = sqlState(error);
  const unreachable =
    state.startsWith('E') ||
    CONNECTION_CLASSES.some((prefix) => state.startsWith(prefix)) ||
    (error instanceof Error && /connection (terminated|timeout)|timeout exceeded/i.test(error.message));
  return unreachable ? new AppError(commonErrors.UNAVAILABLE, { cause: error }) : error;
}
