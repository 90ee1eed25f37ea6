import {
  readSession,
  REVOKED,
  SESSION_CACHE_SECONDS,
  sessionKey,
  type CachedSession,
} from '@likewell/contracts/auth/session-cache';
import { sessionsEnded } from '@likewell/contracts/auth/broadcasts';
import { getSession } from '@likewell/contracts/auth/rpc';
import { Broadcasts } from '@likewell/service-kit/rpc/broadcasts';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { CONFIG, type SessionCacheConfig } from '@likewell/service-kit/config/config';
import { SealedValues } from '@likewell/service-kit/redis/sealed-values';
import { REDIS } from '@likewell/service-kit/redis/connect-redis';
import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { inOneTurn } from './in-one-turn.js';
import { RateLimiter } from './rate-limiter.js';

/** A response may be reused for this long, so that a revoked session, or role, is dead within a second. */
const REUSE_MS = 900;
const MAX_REMEMBERED = 20_000;

/** Sessions that this gateway has seen to be good, each for so long after its last use. */
const MAX_PROVEN = 100_000;
const PROVEN_MS = 86_400_000;

/** Sessions that auth said are over, each for longer than the cache may hold an older answer. */
const MAX_ENDED = 100_000;
const ENDED_MS = 2 * SESSION_CACHE_SECONDS * 1000;

/**
 * Finds the member of a session: own memory for under a second, then Redis, then auth. A network that has presented as
 * many made-up tokens as `LIMIT_SESSION` allows has nothing more looked up, but for sessions that were good before. What auth
 * said is over is over, also while the cache says otherwise because auth cannot reach it.
 */
@Injectable()
export class SessionStore {
  private readonly remembered = new LRUCache<string, Promise<CachedSession | null>>({
    max: MAX_REMEMBERED,
    ttl: REUSE_MS,
    ttlResolution: 0,
  });
  /** Worth a look, and no more than that: whether they are still good is asked every time. */
  private readonly proven = new LRUCache<string, true>({
    max: MAX_PROVEN,
    ttl: PROVEN_MS,
    updateAgeOnGet: true,
  });
  private readonly ended = new LRUCache<string, true>({ max: MAX_ENDED, ttl: ENDED_MS });
  private readonly cached: DataLoader<string, string | null>;

  private readonly sealed: SealedValues;

  constructor(
    @Inject(REDIS) redis: Redis,
    private readonly rpc: RpcClient,
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) { SESSION_CACHE_SECRET: secret = '' }: SessionCacheConfig,
    broadcasts: Broadcasts,
  ) {
    broadcasts.listen(sessionsEnded, ({ tokenHashes }) => {
      for (const tokenHash of tokenHashes) this.end(tokenHash);
    });
    this.sealed = new SealedValues(secret);
    this.cached = new DataLoader((tokenHashes) => redis.mget(tokenHashes.map(sessionKey)), inOneTurn);
  }

  /**
   * Whose session it is; null only when it is known to be invalid.
   * @param address who presents it
   * @throws AppError UNAVAILABLE while nobody can tell; RATE_LIMITED when too many from there were invalid
   */
  find(tokenHash: string, address: string): Promise<CachedSession | null> {
    if (this.ended.has(tokenHash)) return Promise.resolve(null);
    const known = this.remembered.get(tokenHash);
    if (known) return known;
    // Remembered before it is there: whoever presents the same token meanwhile asks, and counts, no second time.
    const asked = this.lookUp(tokenHash, address);
    this.remembered.set(tokenHash, asked);
    asked.catch(() => {
      if (this.remembered.peek(tokenHash) === asked) this.remembered.delete(tokenHash);
    });
    return asked;
  }

  private async lookUp(tokenHash: string, address: string): Promise<CachedSession | null> {
    // Counted before anything is asked, so that a hundred at once are no more than a hundred one by one.
    const forgive = this.proven.get(tokenHash) ? null : this.limiter.takeHere('session', address);
    const session = await this.ask(tokenHash).catch((error: unknown) => {
      forgive?.();
      throw error;
    });
    if (session) {
      forgive?.();
      this.proven.set(tokenHash, true);
    } else this.proven.delete(tokenHash);
    return session;
  }

  /**
   * As auth itself says, whatever stands in a cache: for what only some may do.
   * @throws AppError UNAVAILABLE while auth does not answer
   */
  async askAuth(tokenHash: string): Promise<CachedSession | null> {
    const { memberId, ...session } = await this.rpc.call(getSession, { tokenHash });
    return memberId === null ? null : { memberId, ...session };
  }

  /** Forgets a session that this gateway has just seen end. */
  forget(tokenHash: string): void {
    this.remembered.delete(tokenHash);
    this.proven.delete(tokenHash);
  }

  private end(tokenHash: string): void {
    this.ended.set(tokenHash, true);
    this.forget(tokenHash);
  }

  private async ask(tokenHash: string): Promise<CachedSession | null> {
    const found = await this.cached.load(tokenHash).catch(() => null);
    const maxAgeMs = SESSION_CACHE_SECONDS * 1000;
    const cached = found === null ? null : this.sealed.open(sessionKey(tokenHash), found, maxAgeMs);
    if (cached === REVOKED) return null;
    const session = cached === null ? null : readSession(cached);
    return session ?? this.askAuth(tokenHash);
  }
}
