import { SetMetadata } from '@nestjs/common';

export const EVERY = Symbol('likewell:every');

/** One run of a job. With true there may be more to do at once: each such run has to make that less. */
export type Job = () => Promise<boolean> | Promise<void>;

/**
 * Runs a provider's method repeatedly, with this pause between the end of a run and the next; after one that returned
 * true without a pause. A process that stops waits for the run under way, so each has to be short.
 */
export const Every =
  (intervalMs: number) =>
  <Method extends Job>(target: object, key: string, descriptor: TypedPropertyDescriptor<Method>): void => {
    SetMetadata(EVERY, intervalMs)(target, key, descriptor);
  };
