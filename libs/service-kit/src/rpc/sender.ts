import { randomBytes } from 'node:crypto';

/** A process that makes calls, and by which clocks it says when it sent them. */
export interface Sender {
  /** Another one with each start. */
  readonly id: string;
  /** How many milliseconds its machine's clock is ahead of `Date.now()`. */
  readonly wallAheadMs: number;
  /** How many milliseconds its steady clock is ahead of `steadyNow()`; wherever that one began, it only has to go on evenly. */
  readonly steadyAheadMs: number;
}

/** This process. Its steady clock begins with it: such small numbers are written and read in a third of the time. */
export const thisProcess: Sender = {
  id: randomBytes(6).toString('base64url'),
  wallAheadMs: 0,
  steadyAheadMs: -performance.timeOrigin,
};
