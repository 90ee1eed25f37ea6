/**
 * Returns milliseconds since the epoch, counted evenly since this process started: if somebody set the
 * machine's clock ahead and back again, slots would otherwise stop until it caught up.
 */
export const steadyMs = (): number => performance.timeOrigin + performance.now();

/**
 * Clock of the slots. It follows the wall clock, so that slots also pass while the process is down, as on a
 * cluster.
 */
export class SlotClock {
  private latest = 0;

  constructor(
    readonly slotMs: number,
    private originSlot: number,
    private readonly originMs: number,
  ) {}

  /** Returns the current slot; never smaller than before. */
  now(): number {
    this.latest = Math.max(this.latest, this.originSlot + this.slotsUntil(steadyMs()));
    return this.latest;
  }

  /** Returns the start of a slot, in seconds since 1970. */
  timeOf(slot: number): number {
    return Math.floor((this.originMs + (slot - this.originSlot) * this.slotMs) / 1000);
  }

  /** Advances slots at once, for tests that do not want to wait. */
  skip(slots: number): void {
    this.originSlot += slots;
  }

  private slotsUntil(ms: number): number {
    return Math.floor((ms - this.originMs) / this.slotMs);
  }
}
