import { processConfig, redisConfig } from '@likewell/service-kit/boot/config';
import { z } from 'zod';

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

/** The gateway's variables. */
export const gatewayConfig = processConfig.extend({
  ...redisConfig,
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65_535),
  /** Addresses of the proxies whose X-Forwarded-For is believed, separated by commas. */
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((address) => address !== '')),
  /** Requests under way at once; one more is refused before its body is read. */
  MAX_IN_FLIGHT: z.coerce.number().int().min(1).default(1000),
  /** Replicas that share the limits while Redis is away. */
  GATEWAY_REPLICAS: z.coerce.number().int().min(1).default(1),
  LIMIT_REGISTER: limit.prefault('20/1h'),
  LIMIT_LOGIN: limit.prefault('20/1m'),
  LIMIT_LOGIN_ACCOUNT: limit.prefault('5/1m'),
  LIMIT_TIP: limit.prefault('120/1m'),
  LIMIT_WRITE: limit.prefault('30/1m'),
  LIMIT_READ: limit.prefault('600/1m'),
});
export type GatewayConfig = z.output<typeof gatewayConfig>;
