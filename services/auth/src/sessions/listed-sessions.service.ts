import { authErrors } from '@likewell/contracts/auth/errors';
import type {
  endListedSession,
  endOtherSessions,
  ListedSession,
  listSessions,
} from '@likewell/contracts/auth/security-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { AddressChangesService } from '../addresses/address-changes.service.js';
import { MembersService } from '../members/members.service.js';
import { NetworkHasher } from '../networks/network-hasher.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { deleteListedSession, findListedSessions, type ListedSessionRow } from './listed-sessions.queries.js';
import { SessionCache } from './session-cache.js';
import { SessionsService } from './sessions.service.js';

/** Members look at where they are signed in, and end what they do not know. */
@Injectable()
export class ListedSessionsService {
  constructor(
    private readonly database: Database,
    private readonly members: MembersService,
    private readonly addressChanges: AddressChangesService,
    private readonly cache: SessionCache,
    private readonly sessions: SessionsService,
    private readonly events: SecurityEventsRecorder,
    private readonly hasher: NetworkHasher,
  ) {}

  /** The member's sessions; of where each began, only whether it is where the list is read. */
  async list({ memberId, tokenHash, origin }: RpcInput<typeof listSessions>): Promise<ListedSession[]> {
    const rows = await findListedSessions(this.database.read, memberId, tokenHash);
    const here = origin ? this.hasher.hash(origin.network) : null;
    return rows.map((row) => toListed(row, here));
  }

  /** Ends one of them, at every gateway within a second. @throws AppError SESSION_NOT_FOUND */
  async end({ memberId, sessionId, origin }: RpcInput<typeof endListedSession>): Promise<void> {
    await this.sessions.expectEndOf(memberId);
    const ended = await this.database.transaction(async (tx) => {
      const tokenHash = await deleteListedSession(tx, memberId, sessionId);
      if (tokenHash === null) throw new AppError(authErrors.SESSION_NOT_FOUND);
      await this.events.record(tx, { memberId, kind: 'session-ended', detail: 'ended-by-member', origin });
      return tokenHash;
    });
    await this.cache.revoke([ended]);
  }

  /**
   * Ends all of them but the one that asks, and a change of address: whoever had one may have asked for that. Answers how many.
   * @throws AppError MEMBER_NOT_FOUND
   */
  async endOthers({ memberId, tokenHash, origin }: RpcInput<typeof endOtherSessions>): Promise<number> {
    await this.sessions.expectEndOf(memberId);
    const ended = await this.database.transaction(async (tx) => {
      await this.members.lock(tx, memberId);
      await this.addressChanges.cancel(tx, memberId);
      return this.sessions.endOthersOf(tx, memberId, tokenHash, { detail: 'ended-by-member', origin });
    });
    await this.cache.revoke(ended);
    return ended.length;
  }
}

function toListed(
  { network, createdAt, lastUsedAt, ...row }: ListedSessionRow,
  here: string | null,
): ListedSession {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isThisNetwork: network === null || here === null ? null : network === here,
  };
}
