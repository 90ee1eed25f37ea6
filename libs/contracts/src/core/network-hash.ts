import { z } from 'zod';

/** auth's keyed hash of a client's network: it allows counting per network without revealing it. */
export const networkHash = z.string().regex(/^[0-9a-f]{32}$/);
