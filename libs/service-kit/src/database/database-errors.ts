import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/**
 * SQLSTATEs and network codes of lost or rejected connections, unresolved names, a server short of
 * connections, memory or disk, and one that only reads.
 */
const UNREACHABLE = /^(08|25006|53|57P|ECONN|EPIPE|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_)/;
/**
 * SQLSTATEs of work that others blocked for too long: a statement or lock timeout, an idle transaction, or a
 * deadlock or serialization failure in each of its attempts. Postgres has rolled the work back.
 */
const CONTENDED = new Set(['57014', '55P03', '25P03', '40001', '40P01']);
/** SQLSTATEs of a text with a character that Postgres cannot store, NUL, which can only come from outside. */
const UNSTORABLE = new Set(['22021', '22P05']);

/** Returns the SQLSTATE of a database error, or the network's error code, or ''. */
export function sqlState(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Returns the name of the constraint that a statement violated, or null. */
export function violatedConstraint(error: unknown): string | null {
  if (sqlState(error) !== '23505' || typeof error !== 'object' || error === null) return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null;
}

/** Converts an error that a caller can react to into an AppError; returns any other error unchanged. */
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
