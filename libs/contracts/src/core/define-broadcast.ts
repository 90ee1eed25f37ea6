import type { z } from 'zod';
import type { ProcessName } from './processes.js';

/**
 * What a service says to every replica of its listeners at once. Nobody keeps it: who is away does not hear it, so it only ever
 * makes something known sooner, or is said again. The subject is `broadcast.<service>.<noun-past>`.
 */
export interface Broadcast<Data extends z.ZodType = z.ZodType> {
  readonly subject: `broadcast.${string}.${string}`;
  readonly data: Data;
  /** Who may hear it. */
  readonly listeners: readonly ProcessName[];
}

/** Declares a broadcast; see {@link Broadcast}. */
export const defineBroadcast = <Data extends z.ZodType>(broadcast: Broadcast<Data>): Broadcast<Data> =>
  broadcast;
