import { z } from 'zod';

/** A network as the gateway names it: an IPv4 address, or an IPv6 prefix. Auth keeps no more of it than a keyed hash. */
const networkName = z.string().min(1).max(50);

/** So many uses in a window. */
const limit = z.object({ points: z.int().positive(), windowMs: z.int().positive() });

/**
 * Where somebody signs in from: the smallest network that they belong to, and how many members may register from it and
 * from what it is part of. A gateway of the version before sends none, and nothing is counted.
 */
export const origin = z.object({
  network: networkName,
  registrations: z.array(limit.extend({ network: networkName })).max(2),
});
export type Origin = z.output<typeof origin>;

/**
 * Where somebody types a password. `guesses` are the wrong ones that a network has on one account; each further one
 * has to wait for its window, then for twice as long and so on. `strangers` bounds those of all networks together from
 * which the member has never signed in. A gateway of the version before sends none, and nothing is counted.
 */
export const logInOrigin = z.object({ network: networkName, guesses: limit, strangers: limit });
export type LogInOrigin = z.output<typeof logInOrigin>;
