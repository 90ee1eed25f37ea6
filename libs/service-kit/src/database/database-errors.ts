import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/** Lost or rejected connections, names that are not resolved, and a server short of connections, memory or disk. */
const UNREACHABLE = /^(08|53|57P|ECONN|EPIPE|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_)/;
/**
 * Work that others stood in the way of for too long: a statement's or a lock's time was over, a transaction stood idle, or
 * lost against the others at each of its attempts. Postgres has rolled it back.
 */
const CONTENDED = new Set(['57014', '55P03', '25P03', '40001', '40P01']);
/** Only a text from outside can bring a character that Postgres cannot store: NUL. */
const UNSTORABLE = new Set(['22021', '22P05']);

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

/** What a caller can do something about; any other error stays what it is. */
export function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const state = sqlState(error);
  if (UNSTORABLE.has(state)) return new AppError(commonErrors.INVALID_INPUT, { cause: error });
  const unavailable =
    UNREACHABLE.test(state) ||
    CONTENDED.has(state) ||
    // The connection was lost between two statements of a transaction.
    error instanceof QueryRunnerAlreadyReleasedError ||
    error instanceof QueryRunnerProviderAlreadyReleasedError ||
    (error instanceof Error &&
      /connection (terminated|timeout)|timeout exceeded|not queryable/i.test(error.message));
  return unavailable ? new AppError(commonErrors.UNAVAILABLE, { cause: error }) : error;
}
