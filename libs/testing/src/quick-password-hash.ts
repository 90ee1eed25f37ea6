/**
 * Setting of auth with which a password hash costs next to nothing, for auth in a test's own process. No variable
 * gives it: auth as a process has hashes of their real cost.
 */
export const QUICK_PASSWORD_HASH = { passwordHash: { memoryCost: 8, timeCost: 1, parallelism: 1 } };
