import { AppError, type ErrorDetails, type ErrorKind } from '@likewell/contracts/core/app-error';

interface WireError {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly message: string;
  readonly details?: ErrorDetails | undefined;
}

/** A reply as JSON: either the contract's output or the error that a handler threw. */
export type RpcReply = { readonly data: unknown } | { readonly error: WireError };

/** Makes the reply for an error: code, kind, message and details. Its cause and stack stay in the log. */
export function errorReply({ code, kind, message, details }: AppError): RpcReply {
  return { error: { code, kind, message, details } };
}

/** Returns the error of a reply, for the caller to throw. */
export function errorFromReply({ code, kind, message, details }: WireError): AppError {
  return new AppError({ code, kind, message }, details ? { details } : {});
}

/** Returns the error code of a reply, or null. */
export function failureOf(reply: RpcReply): string | null {
  return 'error' in reply ? reply.error.code : null;
}
