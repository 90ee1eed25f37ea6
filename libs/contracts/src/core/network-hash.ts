import { z } from 'zod';

/**
 * auth's keyed hash of a client's network, or of the site around it: it allows counting per network without
 * revealing it.
 */
export const networkHash = z.string().regex(/^[0-9a-f]{32}$/);

/** Factor by which any limit of a site, an IPv6 /48, exceeds that of one network in it, a /64. */
export const SITE_FACTOR = 8;
