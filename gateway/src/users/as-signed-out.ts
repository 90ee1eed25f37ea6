import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { gatewayErrors } from '@likewell/contracts/gateway/errors';

/** Converts the failure of a call on a member's behalf: a session whose member no longer exists is invalid. */
export function asSignedOut(error: unknown): never {
  const isGone = error instanceof AppError && error.is(authErrors.MEMBER_NOT_FOUND);
  throw isGone ? new AppError(gatewayErrors.UNAUTHENTICATED) : error;
}
