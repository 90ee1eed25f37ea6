import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for as long as a change that is "in force within a second" may take, minus the time of the check. A
 * late check does not matter: the change stays in force.
 */
export const aSecond = () => sleep(950);
