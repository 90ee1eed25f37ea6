import { z } from 'zod';

/** A network as the gateway names it: an IPv4 address, or an IPv6 prefix. Auth keeps no more of it than a keyed hash. */
const networkName = z.string().min(1).max(50);

/** A kind of browser on a kind of system, such as `firefox on linux`. Auth keeps no more of it than a keyed hash. */
const deviceName = z.string().min(1).max(50);

/** So many uses in a window. */
const limit = z.object({ points: z.int().positive(), windowMs: z.int().positive() });

/**
 * Where a request comes from: the smallest network that its sender belongs to, and what they use. A gateway of the version
 * before does not tell.
 */
export const requestOrigin = z.object({ network: networkName, device: deviceName.optional() });
export type RequestOrigin = z.output<typeof requestOrigin>;

/**
 * Where somebody signs in from, and how many members may register from that network and from what it is part of. A gateway
 * of the version before sends none, and nothing is counted.
 */
export const origin = requestOrigin.extend({
  registrations: z.array(limit.extend({ network: networkName })).max(2),
});
export type Origin = z.output<typeof origin>;

/**
 * Where somebody types a password. `guesses` are the wrong ones that a network has on one account; each further one
 * has to wait for its window, then for twice as long and so on. `strangers` bounds those of all networks together from
 * which the member has never signed in. A gateway of the version before sends none, and nothing is counted.
 */
export const logInOrigin = requestOrigin.extend({ guesses: limit, strangers: limit });
export type LogInOrigin = z.output<typeof logInOrigin>;
