/**
 * Milliseconds since the epoch, counted evenly since this process started: somebody who sets the machine's clock ahead and
 * back again would otherwise hold every slot up until it has caught up.
 */
export const steadyMs = (): number => performance.timeOrigin + performance.now();

/** Slots follow the clock of the wall, so that they also pass while the process is down, as a cluster's do. */
export class SlotClock {
  private latest = 0;

  constructor(
    readonly slotMs: number,
    private originSlot: number,
    private readonly originMs: number,
  ) {}

  /** The slot that is being filled now; never smaller than before. */
  now(): number {
    this.latest = Math.max(this.latest, this.originSlot + this.slotsUntil(steadyMs()));
    return this.latest;
  }

  /** When a slot began, in seconds since 1970. */
  timeOf(slot: number): number {
    return Math.floor((this.originMs + (slot - this.originSlot) * this.slotMs) / 1000);
  }

  /** Lets slots pass at once, for tests that do not want to wait. */
  skip(slots: number): void {
    this.originSlot += slots;
  }

  private slotsUntil(ms: number): number {
    return Math.floor((ms - this.originMs) / this.slotMs);
  }
}
