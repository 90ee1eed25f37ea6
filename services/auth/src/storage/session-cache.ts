import { REVOKED, SESSION_CACHE_SECONDS, sessionKey } from '@likewell/contracts/auth/session-cache';
import { LOGGER, REDIS } from '@likewell/service-kit/boot/service-definition';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';

const RETRY_MS = 1000;

/** Writes the sessions' fast path; see the contract for its rule. Postgres stays the truth. */
@Injectable()
export class SessionCache {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Remembers a session's member, unless the session was revoked meanwhile. Without Redis: nothing. */
  async remember(tokenHash: string, memberId: number): Promise<void> {
    await this.redis
      .set(sessionKey(tokenHash), String(memberId), 'EX', SESSION_CACHE_SECONDS, 'NX')
      .catch(() => undefined);
  }

  /**
   * Marks a session as revoked. When Redis cannot be reached this goes on trying until every answer that
   * it may still hold has run out; the caller need not wait for that, for readers without Redis ask auth.
   */
  async revoke(tokenHash: string): Promise<void> {
    if (await this.markRevoked(tokenHash)) return;
    this.logger.warn('a revoked session could not be marked in redis yet');
    void this.keepMarking(tokenHash);
  }

  private async keepMarking(tokenHash: string): Promise<void> {
    for (let second = 0; second < SESSION_CACHE_SECONDS; second += 1) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      if (await this.markRevoked(tokenHash)) return;
    }
  }

  private async markRevoked(tokenHash: string): Promise<boolean> {
    const written = this.redis.set(sessionKey(tokenHash), REVOKED, 'EX', 2 * SESSION_CACHE_SECONDS);
    return written.then(
      () => true,
      () => false,
    );
  }
}
