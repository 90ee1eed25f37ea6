/** Slots follow the wall clock, so that they also pass while the process is down, as a cluster's do. */
export class SlotClock {
  private latest = 0;

  constructor(
    readonly slotMs: number,
    private originSlot: number,
    private readonly originMs: number,
  ) {}

  /** The slot that is being filled now; never smaller than before, even if the machine's clock is set back. */
  now(): number {
    this.latest = Math.max(this.latest, this.originSlot + this.slotsUntil(Date.now()));
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
