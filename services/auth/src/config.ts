import { redisConfig, serviceConfig } from '@likewell/service-kit/boot/config';
import { z } from 'zod';

/** Auth's variables. */
export const authConfig = serviceConfig.extend({
  ...redisConfig,
  /** Password hashes computed at once; each takes 19 MiB and a core for about 50 ms. */
  HASH_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  /** How long a sign-in may wait for its turn to hash before it is refused as overload. */
  HASH_MAX_WAIT_MS: z.coerce.number().int().min(1).max(25_000).default(2000),
});
export type AuthConfig = z.output<typeof authConfig>;
