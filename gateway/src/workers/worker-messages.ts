import { z } from 'zod';

/** Message that a worker sends its parent once: where it serves, and where its health can be requested. */
export const workerReady = z.object({
  type: z.literal('ready'),
  url: z.url(),
  healthPort: z.int().positive(),
});
export type WorkerReady = z.output<typeof workerReady>;

/** Tells a worker to finish the requests under way and to end. */
export const STOP = 'stop';
