import {
  readSession,
  REVOKED,
  SESSION_CACHE_SECONDS,
  sessionKey,
  type CachedSession,
} from '@likewell/contracts/auth/session-cache';
import { getSession } from '@likewell/contracts/auth/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { CONFIG, type SessionCacheConfig } from '@likewell/service-kit/config/config';
import { SealedValues } from '@likewell/service-kit/redis/sealed-values';
import { REDIS } from '@likewell/service-kit/redis/connect-redis';
import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { inOneTurn } from './in-one-turn.js';

/** An answer may be reused for this long, so that a revoked session, or role, is dead within a second. */
const REUSE_MS = 900;
const MAX_REMEMBERED = 20_000;

/** Finds the member of a session: own memory for under a second, then Redis, then auth. */
@Injectable()
export class SessionStore {
  private readonly remembered = new LRUCache<string, { readonly session: CachedSession | null }>({
    max: MAX_REMEMBERED,
    ttl: REUSE_MS,
    ttlResolution: 0,
  });
  private readonly cached: DataLoader<string, string | null>;

  private readonly sealed: SealedValues;

  constructor(
    @Inject(REDIS) redis: Redis,
    private readonly rpc: RpcClient,
    @Inject(CONFIG) { SESSION_CACHE_SECRET: secret = '' }: SessionCacheConfig,
  ) {
    this.sealed = new SealedValues(secret);
    this.cached = new DataLoader((tokenHashes) => redis.mget(tokenHashes.map(sessionKey)), inOneTurn);
  }

  /**
   * Whose session it is; null only when it is known to be invalid.
   * @throws AppError UNAVAILABLE while nobody can tell
   */
  async find(tokenHash: string): Promise<CachedSession | null> {
    const known = this.remembered.get(tokenHash);
    if (known) return known.session;
    const start = performance.now();
    const session = await this.ask(tokenHash);
    this.remembered.set(tokenHash, { session }, { start });
    return session;
  }

  /**
   * As auth itself says, whatever stands in a cache: for what only some may do.
   * @throws AppError UNAVAILABLE while auth does not answer
   */
  async askAuth(tokenHash: string): Promise<CachedSession | null> {
    const { memberId, role } = await this.rpc.call(getSession, { tokenHash });
    return memberId === null ? null : { memberId, role };
  }

  /** Forgets a session that this gateway has just seen end. */
  forget(tokenHash: string): void {
    this.remembered.delete(tokenHash);
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
