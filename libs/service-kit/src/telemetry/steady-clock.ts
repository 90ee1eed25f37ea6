const STARTED_AT = performance.timeOrigin;

/**
 * Returns milliseconds since the epoch, counted from the start of this process. It runs evenly when the
 * machine's clock is set, so deadlines use it; for the time of day use `Date`.
 */
export const steadyNow = (): number => STARTED_AT + performance.now();
