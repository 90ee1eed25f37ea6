/**
 * The sessions' fast path: auth writes a session's member under this key in Redis and the gateway reads
 * it. A revoked session leaves {@link REVOKED} there for longer than a cached answer lives, and auth only
 * writes an answer where there is none, so that a slow writer cannot bring a revoked session back.
 */
export const sessionKey = (tokenHash: string) => `session:${tokenHash}`;

/** The value of a session that was ended. */
export const REVOKED = 'revoked';

/** How long an answer may be reused by whoever reads the cache. */
export const SESSION_CACHE_SECONDS = 60;
