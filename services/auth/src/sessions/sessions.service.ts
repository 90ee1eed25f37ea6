import type { CachedSession } from '@likewell/contracts/auth/session-cache';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { SessionCache } from './session-cache.js';
import { Session } from './session.entity.js';
import { hashToken, newSessionToken } from './session-token.js';
import { deleteSessionsOf, findSessionsOf, useSession } from './sessions.queries.js';

@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly cache: SessionCache,
  ) {}

  /** Whose session this is, and their role; null where it is unknown, has run out, or its member is not active. */
  async find(tokenHash: string): Promise<CachedSession | null> {
    const session = await useSession(this.database.read, tokenHash);
    if (session) await this.cache.remember(tokenHash, session);
    return session;
  }

  /** Ends a session for good; one that does not exist is ended already. */
  async end(tokenHash: string): Promise<void> {
    await this.database.transaction((tx) => tx.delete(Session, { tokenHash }));
    await this.cache.revoke([tokenHash]);
  }

  /**
   * Begins a session of a member who was admitted in this transaction.
   * @param tokenHash of the token that the caller has made for it
   * @returns the token where it is made here, which is kept nowhere; otherwise nothing
   */
  async begin(tx: Tx, memberId: number, tokenHash?: string): Promise<string> {
    const token = tokenHash === undefined ? newSessionToken() : '';
    await tx.insert(Session, { tokenHash: tokenHash ?? hashToken(token), memberId });
    return token;
  }

  /** Ends all sessions of a member; their hashes must be revoked in the {@link SessionCache} after the commit. */
  endAllOf(tx: Tx, memberId: number): Promise<string[]> {
    return deleteSessionsOf(tx, memberId);
  }

  /** The hashes of a member's sessions. */
  hashesOf(tx: Tx, memberId: number): Promise<string[]> {
    return findSessionsOf(tx, memberId);
  }
}
