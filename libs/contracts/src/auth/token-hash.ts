import { z } from 'zod';

/** SHA-256 of a session token in hex. The token itself never crosses the bus. */
export const tokenHash = z.string().regex(/^[0-9a-f]{64}$/);

/** Hash of the token of the requesting session; absent if a gateway of the previous release calls. */
export const requestingHash = tokenHash.optional();
