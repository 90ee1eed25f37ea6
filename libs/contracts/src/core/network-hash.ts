import { z } from 'zod';

/** A network that somebody comes from, as auth's keyed hash: it can be counted by, and not read. */
export const networkHash = z.string().regex(/^[0-9a-f]{32}$/);
