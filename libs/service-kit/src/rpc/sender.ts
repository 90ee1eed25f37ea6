import { randomBytes } from 'node:crypto';

/** A process that makes calls, and the clocks by which it states the time of sending. */
export interface Sender {
  /** A new one with each start. */
  readonly id: string;
  /** Milliseconds by which its machine's clock is ahead of `Date.now()`. */
  readonly wallAheadMs: number;
  /**
   * Milliseconds by which its steady clock is ahead of `steadyNow()`; its origin is arbitrary, it only has to
   * run evenly.
   */
  readonly steadyAheadMs: number;
}

/** This process. Its steady clock starts at zero: such small numbers are written and read in a third of the time. */
export const thisProcess: Sender = {
  id: randomBytes(6).toString('base64url'),
  wallAheadMs: 0,
  steadyAheadMs: -performance.timeOrigin,
};
