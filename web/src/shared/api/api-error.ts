/** A call that did not succeed. `message` is the server's sentence, or empty when there is none to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  /** What the server says beside its sentence; nobody has checked it. */
  readonly details: unknown;

  constructor(
    /** The response's status, or 0 when no response came. */
    readonly status: number,
    message = '',
    readonly code = '',
    { details, ...options }: ErrorOptions & { details?: unknown } = {},
  ) {
    super(message, options);
    this.details = details;
  }

  /** True when the server may have done what was asked although the page does not know it. */
  get leavesOutcomeOpen(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/** True for failures that a later try may mend: no response, a time-out, too much at once, a server's fault. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && error.leavesOutcomeOpen;
}

/** True where the server says that there is no such thing. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The server's sentence about a failure, or the fallback that the spec names for it (section 8). */
export function errorText(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.message) || fallback;
}
