import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { Redis } from 'ioredis';
import type { GatewayConfig, Limit } from '../config.js';
import { slide, SLIDE_IN_REDIS, type WindowCount } from './sliding-window.js';

/** The kinds of use that are limited; each has a variable of its own. */
export type LimitName = 'register' | 'login' | 'login-account' | 'tip' | 'write' | 'read';

declare module 'ioredis' {
  interface RedisCommander {
    slideWindow(key: string, points: number, windowMs: number): Promise<number>;
  }
}

const MAX_LOCAL_KEYS = 50_000;

/**
 * Holds each member, or each address without one, to the route's limit. The count is shared in Redis;
 * while Redis is away each gateway holds to its share of the limit by itself.
 */
export class RateLimiter {
  private readonly limits: Record<LimitName, Limit>;
  private readonly replicas: number;
  private readonly local = new Map<string, WindowCount>();

  constructor(
    private readonly redis: Redis,
    config: GatewayConfig,
  ) {
    // Sent as a hash from the second time on.
    redis.defineCommand('slideWindow', { numberOfKeys: 1, lua: SLIDE_IN_REDIS });
    this.replicas = config.GATEWAY_REPLICAS;
    this.limits = {
      register: config.LIMIT_REGISTER,
      login: config.LIMIT_LOGIN,
      'login-account': config.LIMIT_LOGIN_ACCOUNT,
      tip: config.LIMIT_TIP,
      write: config.LIMIT_WRITE,
      read: config.LIMIT_READ,
    };
  }

  /** Counts one use. @throws AppError RATE_LIMITED with `retryAfterSeconds` among its details */
  async take(name: LimitName, who: number | string): Promise<void> {
    const limit = this.limits[name];
    const key = `limit:${name}:${who}`;
    const waitMs = await this.inRedis(key, limit).catch(() => this.here(key, limit));
    if (waitMs === 0) return;
    throw new AppError(gatewayErrors.RATE_LIMITED, {
      details: { retryAfterSeconds: Math.ceil(waitMs / 1000) },
    });
  }

  private async inRedis(key: string, { points, windowMs }: Limit): Promise<number> {
    return this.redis.slideWindow(key, points, windowMs);
  }

  private here(key: string, { points, windowMs }: Limit): number {
    if (this.local.size >= MAX_LOCAL_KEYS) this.local.clear();
    const count = this.local.get(key) ?? { window: -1, current: 0, previous: 0 };
    this.local.set(key, count);
    return slide(count, { points: Math.max(1, Math.floor(points / this.replicas)), windowMs }, Date.now());
  }
}
