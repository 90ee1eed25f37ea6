import { z } from 'zod';

/** A network as the gateway names it: an IPv4 address, or an IPv6 prefix. Auth keeps no more of it than a keyed hash. */
const networkName = z.string().min(1).max(50);

/**
 * Where somebody signs in from: the smallest network that they belong to, and how many members may register from it and
 * from what it is part of. A gateway of the version before sends none, and nothing is counted.
 */
export const origin = z.object({
  network: networkName,
  registrations: z
    .array(z.object({ network: networkName, points: z.int().positive(), windowMs: z.int().positive() }))
    .max(2),
});
export type Origin = z.output<typeof origin>;
