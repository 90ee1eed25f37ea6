const STARTED_AT = performance.timeOrigin;

/**
 * Milliseconds since the epoch as counted since this process started. It goes on evenly when somebody sets the machine's
 * clock, so deadlines stand on it; what day it is, ask `Date`.
 */
export const steadyNow = (): number => STARTED_AT + performance.now();
