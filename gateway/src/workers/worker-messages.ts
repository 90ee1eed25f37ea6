import { z } from 'zod';

/** What a worker tells the process that started it, once: where it serves, and where its health is asked for. */
export const workerReady = z.object({
  type: z.literal('ready'),
  url: z.url(),
  healthPort: z.int().positive(),
});
export type WorkerReady = z.output<typeof workerReady>;

/** Tells a worker to finish what is under way and to end. */
export const STOP = 'stop';
