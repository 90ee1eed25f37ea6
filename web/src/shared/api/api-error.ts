/** A call that has failed. `message` is the server's sentence, or empty when there is none to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /** Further data of the server's response, not validated. */
  readonly details: unknown;

  constructor(
    /** HTTP status of the response; 0 when there was no response. */
    readonly status: number,
    message = '',
    readonly code = '',
    { details, ...options }: ErrorOptions & { details?: unknown } = {},
  ) {
    super(message, options);
    this.details = details;
  }

  /**
   * Returns true when the server may have done what was requested although the page does not know it; also after a
   * success that cannot be read.
   */
  get leavesOutcomeOpen(): boolean {
    return this.status < 400 || this.status === 408 || this.isRateLimited || this.status >= 500;
  }

  /** Returns true when the request was one too many, so nothing was done. */
  get isRateLimited(): boolean {
    return this.status === 429;
  }
}

/**
 * Returns true for failures that a retry may solve: no response, a timeout, too many
 * requests, a server error.
 */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && error.leavesOutcomeOpen;
}

/** Returns true when the server has responded with 404. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Returns the server's sentence about a failure, or the fallback that the spec names for it (section 8). */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.message) || fallback;
}
