import { earlyInPeriod } from './early-in-period.js';

const DAY_MS = 24 * 3_600_000;

/** Waits if the day (UTC) ends within `neededMs`: what is counted by days would be counted on two of them. */
export const awayFromMidnight = (neededMs: number): Promise<void> => earlyInPeriod(DAY_MS, neededMs);
