import { rateLimited } from '@likewell/contracts/core/rate-limited';

/** @throws AppError RATE_LIMITED if the wait is not zero */
export function rejectFor(waitMs: number): void {
  if (waitMs > 0) throw rateLimited(waitMs);
}
