import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import type { CachedSession } from '@likewell/contracts/auth/session-cache';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import {
  SecurityEventsRecorder,
  type NewSecurityEvent,
} from '../security-events/security-events.recorder.js';
import { SessionCache } from './session-cache.js';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findSessions,
  findSessionsOf,
  touchSession,
} from './sessions.queries.js';

/** Cause and actor of the ending of a member's sessions. */
type Ending = Pick<NewSecurityEvent, 'origin' | 'doneBy'> & {
  readonly detail:
    | 'password-changed'
    | 'password-reset'
    | 'email-change-undone'
    | 'suspended'
    | 'ended-by-member'
    | 'account-deleted';
};

/** Result of a transaction that may have ended or changed sessions, whose hashes it names. */
interface SessionChanges {
  /** Those that {@link SessionsService.endAllOf} or {@link SessionsService.endOthersOf} has ended. */
  readonly ended?: readonly string[];
  /** Those whose role or limit of tips may be another. */
  readonly outdated?: readonly string[];
}

@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly cache: SessionCache,
    private readonly events: SecurityEventsRecorder,
  ) {}

  /**
   * Returns the member of each session and their role, in the order of the hashes; null for a session that is
   * unknown or expired, or whose member is not active. That they were used is recorded without being waited
   * for, since Postgres may be unable to commit anything; the next look-up then tries again.
   */
  async find(tokenHashes: readonly string[]): Promise<(CachedSession | null)[]> {
    const found = await findSessions(this.database.read, tokenHashes);
    await Promise.all(
      [...found].map(([tokenHash, { session, isStale }]) => {
        if (isStale) this.database.transaction((tx) => touchSession(tx, tokenHash)).catch(() => undefined);
        return this.cache.remember(tokenHash, session);
      }),
    );
    return tokenHashes.map((tokenHash) => found.get(tokenHash)?.session ?? null);
  }

  /** Ends a session for good; ending one that does not exist is no error. */
  async end(tokenHash: string, origin: RequestOrigin): Promise<void> {
    await this.cache.expectChange([tokenHash]);
    await this.database.transaction(async (tx) => {
      const memberId = await deleteSession(tx, tokenHash);
      if (memberId === null) return;
      await this.events.record(tx, { memberId, kind: 'session-ended', detail: 'logged-out', origin });
    });
    await this.cache.revoke([tokenHash]);
  }

  /**
   * Runs a transaction that may end sessions of a member or change what they carry. Until it is over, the
   * cache has no answer for them, see {@link SessionCache.expectChange}; afterwards all gateways know.
   */
  async transaction<T extends SessionChanges>(memberId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    await this.cache.expectChange(await this.hashesOf(this.database.read, memberId));
    const result = await this.database.transaction(work);
    await this.cache.outdate(result.outdated ?? []);
    await this.cache.revoke(result.ended ?? []);
    return result;
  }

  /**
   * Ends all sessions of a member, and sign-ins that wait for a second factor; only in a {@link transaction}.
   * @returns the hashes of the sessions
   */
  async endAllOf(tx: Tx, memberId: number, ending: Ending): Promise<string[]> {
    return this.endOthersOf(tx, memberId, null, ending);
  }

  /** Does {@link endAllOf} for all sessions except the one with this token. */
  async endOthersOf(tx: Tx, memberId: number, tokenHash: string | null, ending: Ending): Promise<string[]> {
    const ended = await deleteSessionsOf(tx, memberId, tokenHash);
    if (ended.length > 0)
      await this.events.record(tx, { ...ending, memberId, kind: 'session-ended', count: ended.length });
    return ended;
  }

  /** Deletes a batch of expired sessions; returns false if there were none. */
  endExpired(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const ended = await deleteExpiredSessions(tx);
      const about = { kind: 'session-ended', detail: 'expired', doneBy: 'system' } as const;
      await this.events.record(tx, ...ended.map((each) => ({ ...about, ...each })));
      return ended.length > 0;
    });
  }

  /** Returns the hashes of a member's sessions. */
  hashesOf(tx: Tx, memberId: number): Promise<string[]> {
    return findSessionsOf(tx, memberId);
  }
}
