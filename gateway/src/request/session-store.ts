import {
  readSession,
  REVOKED,
  SESSION_CACHE_SECONDS,
  sessionKey,
  type CachedSession,
} from '@likewell/contracts/auth/session-cache';
import { sessionsEnded } from '@likewell/contracts/auth/broadcasts';
import { getSession, getSessions, MAX_SESSIONS_ASKED } from '@likewell/contracts/auth/sessions-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Broadcasts } from '@likewell/service-kit/rpc/broadcasts';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { CONFIG, type SessionCacheConfig } from '@likewell/service-kit/config/config';
import { SealedValues } from '@likewell/service-kit/redis/sealed-values';
import { REDIS } from '@likewell/service-kit/redis/connect-redis';
import { runInContext } from '@likewell/service-kit/telemetry/request-context';
import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { setTimeout as sleep } from 'node:timers/promises';
import { inOneTurn } from './in-one-turn.js';
import { RateLimiter } from './rate-limiter.js';
import { contextOfNobody } from './shared-reads.js';

/** Time for which a response may be reused, so that a revoked session or role stops working within a second. */
const REUSE_MS = 900;
const MAX_REMEMBERED = 20_000;

/** Sessions that this gateway has found valid; each is kept for PROVEN_MS after its last use. */
const MAX_PROVEN = 100_000;
const PROVEN_MS = 86_400_000;

/** Longest time for which a sign-in waits until other gateways know its session. */
const RECORD_BEGUN_MS = 500;

/** Sessions that auth ended; each is kept for longer than the cache may hold an older value. */
const MAX_ENDED = 100_000;
const ENDED_MS = 2 * SESSION_CACHE_SECONDS * 1000;

/**
 * Finds the member of a session: in its own memory for less than a second, then in Redis, then from auth. A
 * network that has presented `LIMIT_SESSION` invalid tokens no longer reaches auth, except for sessions that
 * began here or were valid before. Redis is read for everybody, since all look-ups of one turn of the event
 * loop share a command, and a call of auth (ADR 0164). A session that auth ended stays ended, even if the
 * cache says otherwise because auth cannot reach it.
 */
@Injectable()
export class SessionStore {
  private readonly remembered = new LRUCache<string, Promise<CachedSession | null>>({
    max: MAX_REMEMBERED,
    ttl: REUSE_MS,
    ttlResolution: 0,
  });
  /** These sessions are worth a call of auth; they may still have ended, so each use is checked. */
  private readonly proven = new LRUCache<string, true>({
    max: MAX_PROVEN,
    ttl: PROVEN_MS,
    updateAgeOnGet: true,
  });
  private readonly ended = new LRUCache<string, true>({ max: MAX_ENDED, ttl: ENDED_MS });
  private readonly cached: DataLoader<string, string | null>;
  private readonly inAuth: DataLoader<string, RpcOutput<typeof getSession>>;

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
    this.inAuth = new DataLoader((tokenHashes) => this.askOnce(tokenHashes), {
      ...inOneTurn,
      maxBatchSize: MAX_SESSIONS_ASKED,
    });
    this.cached = new DataLoader((tokenHashes) => redis.mget(tokenHashes.map(sessionKey)), inOneTurn);
  }

  /**
   * Returns whose session it is; null only if it is known to be invalid.
   * @param address address that presents the token
   * @throws AppError UNAVAILABLE while the session cannot be checked; RATE_LIMITED after too many invalid
   *   tokens from that address
   */
  find(tokenHash: string, address: string): Promise<CachedSession | null> {
    if (this.ended.has(tokenHash)) return Promise.resolve(null);
    const known = this.remembered.get(tokenHash);
    if (known) return known;
    // The promise is stored before it settles, so that further requests with the same token cause no second
    // call and no second count.
    const asked = this.lookUp(tokenHash, address);
    this.remembered.set(tokenHash, asked);
    asked.catch(() => {
      if (this.remembered.peek(tokenHash) === asked) this.remembered.delete(tokenHash);
    });
    return asked;
  }

  /**
   * Records that a session has begun here, so that it is accepted whatever else its network presents. Auth is
   * asked for it, and so writes it to Redis, where the other gateways find it. Without auth or Redis it is known
   * here alone, and if they are slow, the sign-in does not wait for them.
   */
  async recordBegun(tokenHash: string): Promise<void> {
    this.proven.set(tokenHash, true);
    const asked = this.askAuth(tokenHash).catch(() => undefined);
    await Promise.race([asked, sleep(RECORD_BEGUN_MS, undefined, { ref: false })]);
  }

  private async lookUp(tokenHash: string, address: string): Promise<CachedSession | null> {
    const cached = await this.readCache(tokenHash);
    const session = cached === undefined ? await this.askWithinLimit(tokenHash, address) : cached;
    if (session) this.proven.set(tokenHash, true);
    else this.proven.delete(tokenHash);
    return session;
  }

  private async askWithinLimit(tokenHash: string, address: string): Promise<CachedSession | null> {
    // Counted before the call, so that a hundred at once count like a hundred one after another.
    const forgive = this.proven.get(tokenHash) ? null : this.limiter.takeHere('session', address);
    const session = await this.askAuth(tokenHash).catch((error: unknown) => {
      forgive?.();
      throw error;
    });
    if (session) forgive?.();
    return session;
  }

  /**
   * Asks auth directly, regardless of any cache; for routes that only some members may use.
   * @throws AppError UNAVAILABLE while auth does not answer
   */
  async askAuth(tokenHash: string): Promise<CachedSession | null> {
    const { memberId, ...session } = await this.inAuth.load(tokenHash);
    return memberId === null ? null : { memberId, ...session };
  }

  /** Asks auth for all sessions of one turn of the event loop. */
  private askOnce(tokenHashes: readonly string[]) {
    if (tokenHashes.length === 1) return this.askSingly(tokenHashes);
    // The context is that of the first request, whose deadline is not that of the others.
    return runInContext({ ...contextOfNobody(), deadline: null }, () => this.askTogether(tokenHashes));
  }

  private async askTogether(tokenHashes: readonly string[]) {
    try {
      return (await this.rpc.call(getSessions, { tokenHashes: [...tokenHashes] })).sessions;
    } catch (error) {
      // Nobody serves this call while all replicas of auth are of the release before.
      if (error instanceof AppError && error.is(commonErrors.UNAVAILABLE)) return this.askSingly(tokenHashes);
      throw error;
    }
  }

  /** Asks in a call for each session, whose error is that of its session alone. */
  private askSingly(tokenHashes: readonly string[]) {
    const ask = (tokenHash: string) =>
      this.rpc.call(getSession, { tokenHash }).catch((error: unknown) => error as Error);
    return Promise.all(tokenHashes.map(ask));
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

  /** Undefined if the cache has no answer; a value in it was sealed by auth. */
  private async readCache(tokenHash: string): Promise<CachedSession | null | undefined> {
    const found = await this.cached.load(tokenHash).catch(() => null);
    const maxAgeMs = SESSION_CACHE_SECONDS * 1000;
    const cached = found === null ? null : this.sealed.open(sessionKey(tokenHash), found, maxAgeMs);
    if (cached === REVOKED) return null;
    return (cached === null ? null : readSession(cached)) ?? undefined;
  }
}
