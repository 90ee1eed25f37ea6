import { setTimeout } from 'node:timers/promises';

/** How much earlier than the clock says a timer may fire. */
const TIMER_MARGIN_MS = 10;

/** Waits for the next period of the clock (UTC) if the present one ends within `neededMs`. */
export async function earlyInPeriod(periodMs: number, neededMs: number): Promise<void> {
  const leftMs = periodMs - (Date.now() % periodMs);
  if (leftMs < neededMs) await setTimeout(leftMs + TIMER_MARGIN_MS);
}
