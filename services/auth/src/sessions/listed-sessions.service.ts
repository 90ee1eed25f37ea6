import { authErrors } from '@likewell/contracts/auth/errors';
import type {
  endListedSession,
  endOtherSessions,
  ListedSession,
  listSessions,
} from '@likewell/contracts/auth/sessions-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { cancelRequests } from '../addresses/cancel-requests.js';
import { NetworkHasher } from '../networks/network-hasher.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { deleteListedSession, findListedSessions } from './listed-sessions.queries.js';
import { SessionsService } from './sessions.service.js';
import { lockSignedIn } from './signed-in.js';

/** Lets members see their sessions, and end unknown ones. */
@Injectable()
export class ListedSessionsService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly events: SecurityEventsRecorder,
    private readonly hasher: NetworkHasher,
  ) {}

  /** Returns the member's sessions; of the origin of each, only whether it is the reader's. */
  async list({ memberId, tokenHash, origin }: RpcInput<typeof listSessions>): Promise<ListedSession[]> {
    const rows = await findListedSessions(this.database.read, memberId, tokenHash);
    const here = this.hasher.hash(origin.network);
    return rows.map(({ network, ...row }) => ({
      ...row,
      isThisNetwork: network === null ? null : network === here,
    }));
  }

  /**
   * Ends one session, at every gateway within a second, and the requests by mail that somebody in it may have
   * made.
   * @throws AppError SESSION_NOT_FOUND, MEMBER_NOT_FOUND
   */
  async end({ memberId, tokenHash, sessionId, origin }: RpcInput<typeof endListedSession>): Promise<void> {
    await this.sessions.transaction(memberId, async (tx) => {
      await lockSignedIn(tx, { memberId, tokenHash });
      const ended = await deleteListedSession(tx, memberId, sessionId);
      if (ended === null) throw new AppError(authErrors.SESSION_NOT_FOUND);
      await cancelRequests(tx, memberId);
      await this.events.record(tx, { memberId, kind: 'session-ended', detail: 'ended-by-member', origin });
      return { ended: [ended] };
    });
  }

  /**
   * Ends all sessions but the requesting one, and the requests by mail that somebody in one of them may have
   * made. Returns the number of ended sessions.
   * @throws AppError MEMBER_NOT_FOUND
   */
  async endOthers({ memberId, tokenHash, origin }: RpcInput<typeof endOtherSessions>): Promise<number> {
    const ending = { detail: 'ended-by-member', origin } as const;
    const { ended } = await this.sessions.transaction(memberId, async (tx) => {
      await lockSignedIn(tx, { memberId, tokenHash });
      await cancelRequests(tx, memberId);
      return { ended: await this.sessions.endOthersOf(tx, memberId, tokenHash, ending) };
    });
    return ended.length;
  }
}
