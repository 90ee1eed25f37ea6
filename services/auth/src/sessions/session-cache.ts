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
import { Inject, Injectable, type OnApplicationShutdown, Optional } from '@nestjs/common';
import type { Redis } from 'ioredis';

const RETRY_MS = 1000;
/** A hash takes 67 bytes, and a message of the bus may have a million bytes. */
const HASHES_A_BROADCAST = 1000;

interface Mark {
  readonly value: string;
  readonly seconds: number;
}

const ENDED: Mark = { value: REVOKED, seconds: 2 * SESSION_CACHE_SECONDS };
const OUTDATED: Mark = { value: ASK_AUTH, seconds: ASK_AUTH_SECONDS };
/** Lasts longer than a transaction with its waits for locks and all its attempts. */
const CHANGING: Mark = { value: ASK_AUTH, seconds: SESSION_CACHE_SECONDS };

/** Writes the cache of sessions; see the contract for its rule. Postgres stays authoritative. */
@Injectable()
export class SessionCache implements OnApplicationShutdown {
  private readonly sealed: SealedValues;
  private hasStopped = false;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) { SESSION_CACHE_SECRET: secret = '' }: SessionCacheConfig,
    /** Absent in a command, which waits until Redis is updated instead. */
    @Optional() private readonly broadcasts?: Broadcasts,
  ) {
    this.sealed = new SealedValues(secret);
  }

  /** Ends what is repeated: the connection to Redis is closed next. */
  onApplicationShutdown(): void {
    this.hasStopped = true;
  }

  /** Caches a session, unless it was marked meanwhile. Without Redis it does nothing. */
  async remember(tokenHash: string, session: CachedSession): Promise<void> {
    const key = sessionKey(tokenHash);
    await this.redis
      .set(key, this.sealed.seal(key, writeSession(session)), 'EX', SESSION_CACHE_SECONDS, 'NX')
      .catch(() => undefined);
  }

  /**
   * Must be called before a transaction that may end these sessions or change what they carry, or after its
   * failure if only the transaction itself found them. For longer than such a transaction can take, readers
   * ask auth about them and nobody caches them, so its change is in force even if this process never learns
   * that it was committed. Without Redis it does nothing; {@link revoke} and {@link outdate} continue to try
   * afterwards.
   */
  async expectChange(tokenHashes: readonly string[]): Promise<void> {
    await this.mark(tokenHashes, CHANGING);
  }

  /**
   * Marks sessions as revoked, and tells all gateways. While Redis cannot be reached, this repeats both until
   * every value that Redis may still hold has expired. A service does not wait for that: gateways without
   * Redis ask auth, and those that reach a Redis that auth does not reach have been told. A command, which
   * tells nobody and ends afterwards, does.
   */
  async revoke(tokenHashes: readonly string[]): Promise<void> {
    if (await this.mark(tokenHashes, ENDED)) return;
    this.logger.warn('revoked sessions could not be marked in redis yet');
    await this.retryMarking(tokenHashes, ENDED);
  }

  /** Makes readers ask auth about these sessions, whose data has changed; retries as {@link revoke} does. */
  async outdate(tokenHashes: readonly string[]): Promise<void> {
    if (!(await this.mark(tokenHashes, OUTDATED))) await this.retryMarking(tokenHashes, OUTDATED);
  }

  private async retryMarking(tokenHashes: readonly string[], mark: Mark): Promise<void> {
    const marked = this.markUntilExpired(tokenHashes, mark);
    if (!this.broadcasts) await marked;
  }

  private async markUntilExpired(tokenHashes: readonly string[], mark: Mark): Promise<void> {
    for (let second = 0; second < SESSION_CACHE_SECONDS; second += 1) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      if (this.hasStopped || (await this.mark(tokenHashes, mark))) return;
    }
  }

  private async mark(tokenHashes: readonly string[], { value, seconds }: Mark): Promise<boolean> {
    if (value === REVOKED) this.broadcastEnd(tokenHashes);
    const marks = tokenHashes
      .map(sessionKey)
      .map((key) => this.redis.set(key, this.sealed.seal(key, value), 'EX', seconds));
    const results = await Promise.allSettled(marks);
    return results.every(({ status }) => status === 'fulfilled');
  }

  /** Best effort: Redis is marked whether a gateway receives this or not. */
  private broadcastEnd(tokenHashes: readonly string[]): void {
    try {
      for (let first = 0; first < tokenHashes.length; first += HASHES_A_BROADCAST) {
        const piece = tokenHashes.slice(first, first + HASHES_A_BROADCAST);
        this.broadcasts?.send(sessionsEnded, { tokenHashes: piece });
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'gateways could not be told of ended sessions');
    }
  }
}
