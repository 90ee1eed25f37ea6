/** Meanings of an error for the caller; the gateway maps each to an HTTP status in one table (app-error.filter.ts). */
export const ERROR_KINDS = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not-found',
  'conflict',
  'gone',
  'too-large',
  'unsupported-media',
  'unprocessable',
  'rate-limited',
  'unavailable',
  'not-set-up',
  'internal',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** A declared error; see `defineErrors`. */
export interface ErrorDefinition<Code extends string = string> {
  readonly code: Code;
  readonly kind: ErrorKind;
  readonly message: string;
}

/** Machine-readable facts about an error, e.g. `{ field: 'title' }`; never a secret. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** The only error that business code throws and that crosses a process. */
export class AppError extends Error {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly details: ErrorDetails | undefined;

  constructor(
    definition: ErrorDefinition,
    options: { message?: string; details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(options.message ?? definition.message, { cause: options.cause });
    this.name = 'AppError';
    this.code = definition.code;
    this.kind = definition.kind;
    this.details = options.details;
  }

  /** True when this error is of the declared code. */
  is(definition: ErrorDefinition): boolean {
    return this.code === definition.code;
  }
}
