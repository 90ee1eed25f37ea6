import { AppError } from '@likewell/contracts/core/app-error';
import { ResponseTooLong } from '@likewell/service-kit/clients/bounded-fetch';

/**
 * Reason why an endpoint gave no usable response. `rejected`: it understood the call and responded with an
 * error. `oversized`, `timed-out`: its response was too long, or took too long. `unreadable`: one call of a
 * batch failed for one of these reasons or because of its content, while others were read; or its transaction
 * has a version that we do not know, whatever became of others.
 */
export type RpcFailureKind =
  'unreachable' | 'busy' | 'malformed' | 'rejected' | 'oversized' | 'timed-out' | 'unreadable';

/** Characters of a failure's text: the log has room for no more of what an endpoint writes. */
const MAX_MESSAGE = 1000;

/** A failure of an endpoint. Its text comes from the endpoint, for the log. */
export class RpcFailure extends Error {
  constructor(
    readonly kind: RpcFailureKind,
    message: string,
    /** JSON-RPC error code, or HTTP status. */
    readonly code: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message.slice(0, MAX_MESSAGE), options);
  }
}

/** Returns any error of a request as a failure of its endpoint, with the error as its cause: why nothing was reached. */
export const rpcFailureOf = (error: unknown): RpcFailure =>
  error instanceof RpcFailure
    ? error
    : new RpcFailure(kindOf(error), (error as Error).message, null, { cause: error });

/** Returns true when the failure is not the endpoint's: the request was wrong, or we had too much to ask. */
export function isNotItsFault(error: unknown): boolean {
  if (error instanceof RpcFailure) return error.kind === 'rejected';
  return error instanceof AppError || error instanceof ResponseTooLong;
}

function kindOf(error: unknown): RpcFailureKind {
  if (error instanceof ResponseTooLong) return 'oversized';
  if (error instanceof AppError) return 'busy';
  return (error as Error).name === 'TimeoutError' ? 'timed-out' : 'unreachable';
}
