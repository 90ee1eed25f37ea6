import {
  ASK_AUTH,
  ASK_AUTH_SECONDS,
  REVOKED,
  SESSION_CACHE_SECONDS,
  sessionKey,
  writeSession,
  type CachedSession,
} from '@likewell/contracts/auth/session-cache';
import { sessionsEnded } from '@likewell/contracts/auth/broadcasts';
import { Broadcasts } from '@likewell/service-kit/rpc/broadcasts';
import { CONFIG, type SessionCacheConfig } from '@likewell/service-kit/config/config';
import { SealedValues } from '@likewell/service-kit/redis/sealed-values';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { REDIS } from '@likewell/service-kit/redis/connect-redis';
import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Redis } from 'ioredis';

const RETRY_MS = 1000;

interface Mark {
  readonly value: string;
  readonly seconds: number;
}

const ENDED: Mark = { value: REVOKED, seconds: 2 * SESSION_CACHE_SECONDS };
const OUTDATED: Mark = { value: ASK_AUTH, seconds: ASK_AUTH_SECONDS };
/** Longer than a transaction takes, with its waits for locks and all its attempts. */
const ENDING: Mark = { value: ASK_AUTH, seconds: SESSION_CACHE_SECONDS };

/** Writes the sessions' fast path; see the contract for its rule. Postgres stays the truth. */
@Injectable()
export class SessionCache {
  private readonly sealed: SealedValues;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) { SESSION_CACHE_SECRET: secret = '' }: SessionCacheConfig,
    /** A command has none, and waits until Redis knows instead. */
    @Optional() private readonly broadcasts?: Broadcasts,
  ) {
    this.sealed = new SealedValues(secret);
  }

  /** Remembers a session, unless it was marked meanwhile. Without Redis: nothing. */
  async remember(tokenHash: string, session: CachedSession): Promise<void> {
    const key = sessionKey(tokenHash);
    await this.redis
      .set(key, this.sealed.seal(key, writeSession(session)), 'EX', SESSION_CACHE_SECONDS, 'NX')
      .catch(() => undefined);
  }

  /**
   * Before the transaction that may end these sessions: readers ask auth about them until longer after it than it can take, and
   * nobody remembers one meanwhile. So whatever it ended is over, also where nobody here learns that it was committed. Without
   * Redis: nothing; {@link revoke} goes on trying afterwards.
   */
  async expectEnd(tokenHashes: readonly string[]): Promise<void> {
    await this.mark(tokenHashes, ENDING);
  }

  /**
   * Marks sessions as revoked, and tells all gateways. When Redis cannot be reached this goes on trying, and telling them, until
   * every response that it may still hold has run out. The caller need not wait for that: readers without Redis ask auth, and
   * those who reach it where we do not have been told.
   */
  async revoke(tokenHashes: readonly string[]): Promise<void> {
    if (await this.mark(tokenHashes, ENDED)) return;
    this.logger.warn('revoked sessions could not be marked in redis yet');
    void this.retryMarking(tokenHashes, ENDED);
  }

  /** {@link revoke} for a process that ends afterwards: it waits until Redis knows, or holds no old response any more. */
  async revokeSurely(tokenHashes: readonly string[]): Promise<void> {
    if (!(await this.mark(tokenHashes, ENDED))) await this.retryMarking(tokenHashes, ENDED);
  }

  /** Has readers ask auth about these sessions, of which something else is true now; goes on trying as {@link revoke} does. */
  async outdate(tokenHashes: readonly string[]): Promise<void> {
    if (!(await this.mark(tokenHashes, OUTDATED))) void this.retryMarking(tokenHashes, OUTDATED);
  }

  /** {@link outdate} for a process that ends afterwards; waits as {@link revokeSurely} does. */
  async outdateSurely(tokenHashes: readonly string[]): Promise<void> {
    if (!(await this.mark(tokenHashes, OUTDATED))) await this.retryMarking(tokenHashes, OUTDATED);
  }

  private async retryMarking(tokenHashes: readonly string[], mark: Mark): Promise<void> {
    for (let second = 0; second < SESSION_CACHE_SECONDS; second += 1) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      if (await this.mark(tokenHashes, mark)) return;
    }
  }

  private async mark(tokenHashes: readonly string[], { value, seconds }: Mark): Promise<boolean> {
    if (value === REVOKED) this.broadcasts?.send(sessionsEnded, { tokenHashes: [...tokenHashes] });
    const marks = tokenHashes
      .map(sessionKey)
      .map((key) => this.redis.set(key, this.sealed.seal(key, value), 'EX', seconds));
    const results = await Promise.allSettled(marks);
    return results.every(({ status }) => status === 'fulfilled');
  }
}
