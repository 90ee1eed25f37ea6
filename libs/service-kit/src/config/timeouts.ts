import { z } from 'zod';

/** How long processes wait for each other and for Redis, by where they run. */
export const timeoutProfiles = {
  production: { callFactor: 1, redisMs: 150 },
  /** One machine runs all processes, and a browser beside them: it may pause one of them for seconds. */
  laptop: { callFactor: 4, redisMs: 5000 },
} as const;
export type TimeoutProfile = keyof typeof timeoutProfiles;

export interface Timeouts {
  readonly profile: TimeoutProfile;
  /** How many times its declared time a call to another process may take. */
  readonly callFactor: number;
  /** How long a command of Redis may take: a cache that is slower than what it spares is of no use. */
  readonly redisMs: number;
}

/** TIMEOUTS, a profile by its name. */
export const timeouts = z
  .enum(['production', 'laptop'])
  .default('production')
  .transform((profile): Timeouts => ({ profile, ...timeoutProfiles[profile] }));
