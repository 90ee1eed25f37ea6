import type DataLoader from 'dataloader';

/**
 * Options of a loader that caches nothing, and combines all look-ups of one turn of the event loop: under
 * load a dozen requests share one Redis command, and a single one does not wait.
 */
export const inOneTurn = {
  cache: false,
  batchScheduleFn: (ask) => void setImmediate(ask),
} satisfies DataLoader.Options<unknown, unknown>;
