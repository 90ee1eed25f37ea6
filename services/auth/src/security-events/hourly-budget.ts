import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';

const HOUR_MS = 3_600_000;

/** A number of uses for each hour, counted in this process alone. */
export class HourlyBudget {
  private endsAt = 0;
  private left = 0;

  constructor(private readonly anHour: number) {}

  /** True while the budget of the current hour is spent. */
  isSpent(): boolean {
    if (steadyNow() >= this.endsAt) {
      this.endsAt = steadyNow() + HOUR_MS;
      this.left = this.anHour;
    }
    return this.left <= 0;
  }

  /** Spends one use. @returns true if it was the last */
  spend(): boolean {
    this.left -= 1;
    return this.left === 0;
  }
}
