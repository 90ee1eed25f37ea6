import { AppError, type ErrorDetails, type ErrorKind } from '@likewell/contracts/core/app-error';

interface WireError {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly message: string;
  readonly details?: ErrorDetails | undefined;
}

/** A reply as JSON: either the contract's output or the error that a handler threw. */
export type RpcReply = { readonly data: unknown } | { readonly error: WireError };

/** What travels of an error: code, kind, message and details. Its cause and stack stay in the log. */
export function errorReply({ code, kind, message, details }: AppError): RpcReply {
  return { error: { code, kind, message, details } };
}

/** The error of a reply as the caller throws it on. */
export function errorFromReply({ code, kind, message, details }: WireError): AppError {
  return new AppError({ code, kind, message }, details ? { details } : {});
}

/** The code of the error that a reply tells of, or null. */
export function failureOf(reply: RpcReply): string | null {
  return 'error' in reply ? reply.error.code : null;
}
