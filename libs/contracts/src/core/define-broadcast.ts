import type { z } from 'zod';
import type { ProcessName } from './processes.js';

/**
 * A message from a service to every running replica of its listeners. It is not stored: a listener that is
 * away misses it. So it only makes something known sooner, or is repeated. The subject is
 * `broadcast.<service>.<noun-past>`.
 */
export interface Broadcast<Data extends z.ZodType = z.ZodType> {
  readonly subject: `broadcast.${string}.${string}`;
  readonly data: Data;
  /** Processes that may receive it. */
  readonly listeners: readonly ProcessName[];
}

/** Declares a broadcast; see {@link Broadcast}. */
export const defineBroadcast = <Data extends z.ZodType>(broadcast: Broadcast<Data>): Broadcast<Data> =>
  broadcast;
