import type DataLoader from 'dataloader';

/**
 * A loader that keeps nothing and asks, once the event loop turns, for all that was asked until then: under load a
 * dozen requests share one command of Redis, and a lonely one waits for nothing.
 */
export const inOneTurn = {
  cache: false,
  batchScheduleFn: (ask) => void setImmediate(ask),
} satisfies DataLoader.Options<unknown, unknown>;
