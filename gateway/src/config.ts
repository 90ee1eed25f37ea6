import proxyaddr from '@fastify/proxy-addr';
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
  /** The public half of auth's PASSWORD_OPEN_KEY, with which passwords are sealed: SPKI (DER) in base64. */
  PASSWORD_SEAL_KEY: demandedInProduction(z.base64()),
  /** Signs the gateway's vouchers to the services for the members whose sessions it has checked. */
  ACTOR_SEED: demandedInProduction(nkeySeed),
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65_535),
  /**
   * Addresses and networks of the proxies whose X-Forwarded-For is believed, separated by commas; in code, a
   * function that tells whether an address is one of them.
   */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return proxyaddr.compile(text.split(',').filter((address) => address !== ''));
      } catch {
        context.addIssue('must be addresses or networks, separated by commas');
        return z.NEVER;
      }
    }),
  /** Profile of the defaults of the limits and of MAX_IN_FLIGHT below. */
  LIMITS: limitsProfile,
  MAX_IN_FLIGHT: z.coerce.number().int().min(1),
  /** Tips among the requests in flight. At 4,000 tips per second, the last of them waits a tenth of a second. */
  MAX_TIPS_IN_FLIGHT: z.coerce.number().int().min(1).default(400),
  /** Tips that wait for one of those places, in addition to all other requests; at 0 they are rejected at once. */
  MAX_TIPS_WAITING: z.coerce.number().int().min(0).default(4000),
  /** Longest wait of a tip for a place; far below the timeout of clients. */
  MAX_TIP_WAIT_MS: z.coerce.number().int().min(1).max(10_000).default(1000),
  /** Deposits that wait for the chain, in addition to all other requests. */
  MAX_DEPOSITS_WAITING: z.coerce.number().int().min(1).default(500),
  /** Drafts among the requests in flight; each may wait for 20 s. */
  MAX_DRAFTS_IN_FLIGHT: z.coerce.number().int().min(1).default(32),
  /**
   * Processes of this gateway that share its port, for a container with more than one core; the MAX_… values
   * are divided among them.
   */
  GATEWAY_WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  /**
   * Time between the signal to stop and the end of service, in which each response ends its connection. A
   * proxy that ends its idle connections sooner never sends into one that is being closed.
   */
  STOP_DELAY_MS: z.coerce.number().int().min(0).max(30_000).default(0),
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
