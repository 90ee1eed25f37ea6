import { AppError, ERROR_KINDS } from '@likewell/contracts/core/app-error';
import { z } from 'zod';

const wireError = z.object({
  code: z.string(),
  /** A process of a later version may know further kinds. */
  kind: z.enum(ERROR_KINDS).catch('internal'),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** A reply as JSON: either the contract's output or the error that a handler threw. */
export type RpcReply = { readonly data: unknown } | { readonly error: z.output<typeof wireError> };

/** Makes the reply for an error: code, kind, message and details. Its cause and stack stay in the log. */
export function errorReply({ code, kind, message, details }: AppError): RpcReply {
  return { error: { code, kind, message, details } };
}

/** Returns the error of a reply, for the caller to throw. @throws ZodError for what is no error */
export function errorFromReply(error: unknown): AppError {
  const { details, ...definition } = wireError.parse(error);
  return new AppError(definition, details ? { details } : {});
}

/** Returns the error code of a reply, or null. */
export function failureOf(reply: RpcReply): string | null {
  return 'error' in reply ? reply.error.code : null;
}
