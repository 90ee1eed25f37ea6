import {
  demandedInProduction,
  nkeySeed,
  processConfig,
  redisConfig,
  sessionCacheConfig,
} from '@likewell/service-kit/config/config';
import { z } from 'zod';
import { limitsProfile, limitVariables, withLimits, type LimitVariable } from './limits.js';

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A rate limit as `requests/window`, e.g. `20/1m` or `5/1h`. */
const limit = z
  .string()
  .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,3}[smhd]$/, 'must look like 20/1m')
  .transform((text) => {
    const [points = '', window = ''] = text.split('/');
    const unit = window.slice(-1) as keyof typeof UNIT_MS;
    return { points: Number(points), windowMs: Number(window.slice(0, -1)) * UNIT_MS[unit] };
  });
export type Limit = z.output<typeof limit>;

const limits = Object.fromEntries(limitVariables.map((name) => [name, limit])) as Record<
  LimitVariable,
  typeof limit
>;

const variables = processConfig.extend({
  ...redisConfig,
  ...sessionCacheConfig,
  /** Seals passwords for auth: the public half of its PASSWORD_OPEN_KEY, SPKI (DER) in base64. */
  PASSWORD_SEAL_KEY: demandedInProduction(z.base64()),
  /** With it the gateway vouches to the services for the members whose sessions it has seen. */
  ACTOR_SEED: demandedInProduction(nkeySeed),
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65_535),
  /** Addresses of the proxies whose X-Forwarded-For is believed, separated by commas. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((address) => address !== '')),
  /** Which defaults the limits and MAX_IN_FLIGHT below have. */
  LIMITS: limitsProfile,
  MAX_IN_FLIGHT: z.coerce.number().int().min(1),
  /** Tips among them. At 4,000 tips a second the last of so many waits a tenth of a second. */
  MAX_TIPS_IN_FLIGHT: z.coerce.number().int().min(1).default(400),
  /** Tips that wait for one of those places, beside all others; at 0 they are rejected at once. */
  MAX_TIPS_WAITING: z.coerce.number().int().min(0).default(4000),
  /** What a tip may wait for a place; far below the time that clients wait for their response. */
  MAX_TIP_WAIT_MS: z.coerce.number().int().min(1).max(10_000).default(1000),
  /** Deposits that wait for the chain, beside all others. */
  MAX_DEPOSITS_WAITING: z.coerce.number().int().min(1).default(500),
  /** Drafts among them, each of which may wait for 20 s. */
  MAX_DRAFTS_IN_FLIGHT: z.coerce.number().int().min(1).default(32),
  /** Processes of this gateway that share its port, for a container with more than one core; they share MAX_… between them. */
  GATEWAY_WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  /** Replicas that share the limits while Redis is away. */
  GATEWAY_REPLICAS: z.coerce.number().int().min(1).default(1),
  ...limits,
});

/** The gateway's variables; `limits.ts` has the defaults of the limits. */
export const gatewayConfig = z.preprocess(
  withLimits,
  variables.refine(({ ENVIRONMENT, LIMITS }) => ENVIRONMENT !== 'production' || LIMITS === 'production', {
    path: ['LIMITS'],
    message: 'must be production where ENVIRONMENT is, as it is unless somebody says development',
  }),
);
export type GatewayConfig = z.output<typeof gatewayConfig>;
