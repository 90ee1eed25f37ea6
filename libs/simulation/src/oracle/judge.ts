import type { World } from '../world.js';
import { outboxLags } from './events.js';

const LOOK_EVERY_MS = 5000;
/** Longest time that an outbox row may wait, counted from when nothing blocks events. */
const MAX_LAG_S = 45;

/** Checks, beside everything else, what must hold at every moment. */
export function watchOutboxes(world: World, troubleEndedMs: () => number): void {
  const { scheduler } = world;
  const look = async () => {
    const calmS = (scheduler.nowMs - troubleEndedMs()) / 1000;
    for (const { service, seconds } of await outboxLags(world)) {
      if (Math.min(seconds, calmS) > MAX_LAG_S) {
        world.find(
          'an outbox does not empty',
          `${service}: its oldest row has waited ${seconds.toFixed(1)} s`,
        );
      }
    }
    scheduler.after(LOOK_EVERY_MS, null, null, look);
  };
  scheduler.after(LOOK_EVERY_MS, null, null, look);
}

/** Runs until a check returns that nothing is missing; records a finding if that takes longer than allowed. */
export async function expectWithin(
  world: World,
  withinMs: number,
  what: string,
  check: () => Promise<string[]>,
): Promise<void> {
  const { scheduler } = world;
  const endMs = scheduler.nowMs + withinMs;
  for (;;) {
    const missing = await check();
    if (missing.length === 0 || world.findings.length > 0) return;
    if (scheduler.nowMs >= endMs) {
      world.find(what, `${withinMs / 1000} s after the last fault: ${missing.slice(0, 8).join('; ')}`);
      return;
    }
    await scheduler.runUntil(Math.min(endMs, scheduler.nowMs + 2000), () => world.findings.length > 0);
  }
}
