import { SetMetadata } from '@nestjs/common';

export const EVERY = Symbol('likewell:every');

/** Runs a provider's method repeatedly, with this pause between the end of a run and the next. */
export const Every =
  (intervalMs: number) =>
  (target: object, key: string, descriptor: TypedPropertyDescriptor<() => Promise<void>>): void => {
    SetMetadata(EVERY, intervalMs)(target, key, descriptor);
  };
