import { AppError } from './app-error.js';
import { commonErrors } from './common-errors.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Makes RATE_LIMITED with the time to wait in its message and, in seconds, in its details. */
export function rateLimited(waitMs: number): AppError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new AppError(commonErrors.RATE_LIMITED, {
    message: `That was a lot at once. Please wait ${durationText(retryAfterSeconds)} and try again.`,
    details: { retryAfterSeconds },
  });
}

/** Rounded up, so that a retry after it is not too early. */
function durationText(seconds: number): string {
  if (seconds < MINUTE) return unitText(seconds, 'second');
  return seconds < 2 * HOUR ? unitText(seconds / MINUTE, 'minute') : unitText(seconds / HOUR, 'hour');
}

const unitText = (amount: number, unit: string) =>
  new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(amount));
