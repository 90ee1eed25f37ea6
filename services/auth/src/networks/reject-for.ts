import { rateLimited } from '@likewell/contracts/core/rate-limited';

/** @throws AppError RATE_LIMITED where there is something to wait for */
export function rejectFor(waitMs: number): void {
  if (waitMs > 0) throw rateLimited(waitMs);
}
