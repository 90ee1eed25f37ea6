import { z } from 'zod';

/** A network as the gateway names it: an IPv4 address, or an IPv6 prefix. Auth stores only a keyed hash of it. */
const networkName = z.string().min(1).max(50);

/** A kind of browser on a kind of system, such as `firefox on linux`. Auth stores only a keyed hash of it. */
const deviceName = z.string().min(1).max(50);

/** Number of uses allowed in a window. */
const limit = z.object({ points: z.int().positive(), windowMs: z.int().positive() });

/** Origin of a request: the smallest network that its sender belongs to, and their device, if it is known. */
export const requestOrigin = z.object({ network: networkName, device: deviceName.optional() });
export type RequestOrigin = z.output<typeof requestOrigin>;

/**
 * Origin of a sign-in, and how many members may register from that network, and second from the site around it, if
 * there is one.
 */
export const origin = requestOrigin.extend({
  registrations: z.array(limit.extend({ network: networkName })).max(2),
});
export type Origin = z.output<typeof origin>;

/**
 * Origin of a typed password. `guesses` limits the wrong passwords of one network for one account; each
 * further one has to wait for its window, then for twice as long and so on. `strangers` limits those of all
 * networks together from which the member has never signed in.
 */
export const logInOrigin = requestOrigin.extend({ guesses: limit, strangers: limit });
export type LogInOrigin = z.output<typeof logInOrigin>;
