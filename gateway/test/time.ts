import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for as long as a change that is "in force within a second" may take, less the look at it. A late look is as
 * good: what is in force stays so.
 */
export const aSecond = () => sleep(950);
