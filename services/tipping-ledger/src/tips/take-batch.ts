import type { TipRequest } from './tip.js';

/** The most tips that one settlement takes. */
export const MAX_BATCH = 256;

/**
 * Takes the next batch off the front of `queue`: in order, at most {@link MAX_BATCH}, each payer's key once.
 * A second tip with the same key waits for the next batch, where it gets the first one's outcome.
 */
export function takeBatch<T extends TipRequest>(queue: T[]): T[] {
  const keys = new Set<string>();
  const batch: T[] = [];
  const left: T[] = [];
  for (const tip of queue.splice(0, MAX_BATCH)) {
    const key = `${tip.payerId}:${tip.idempotencyKey}`;
    if (keys.has(key)) left.push(tip);
    else batch.push(tip);
    keys.add(key);
  }
  queue.unshift(...left);
  return batch;
}
