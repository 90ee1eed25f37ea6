import { z } from 'zod';

/** Timeouts of processes for each other and for Redis, by where they run. */
export const timeoutProfiles = {
  production: { callFactor: 1, redisMs: 150 },
  /** One machine runs all processes and a browser, so it may pause one of them for seconds. */
  laptop: { callFactor: 4, redisMs: 5000 },
} as const;
export type TimeoutProfile = keyof typeof timeoutProfiles;

export interface Timeouts {
  readonly profile: TimeoutProfile;
  /** Factor by which the declared timeout of a call to another process is multiplied. */
  readonly callFactor: number;
  /** Timeout of a Redis command in milliseconds: a cache that is slower than its source is of no use. */
  readonly redisMs: number;
}

/** TIMEOUTS: the name of a profile. */
export const timeouts = z
  .enum(['production', 'laptop'])
  .default('production')
  .transform((profile): Timeouts => ({ profile, ...timeoutProfiles[profile] }));
