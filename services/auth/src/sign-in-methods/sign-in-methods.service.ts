import { authErrors } from '@likewell/contracts/auth/errors';
import type { ListedMethod, removeSignInMethod } from '@likewell/contracts/auth/sign-in-methods-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { cancelRequests } from '../addresses/cancel-requests.js';
import { MailQueue } from '../mail/mail-queue.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { lockSignedIn } from '../sessions/signed-in.js';
import { lockMethods } from './lock-methods.js';
import { methodSentence } from './method-sentence.js';
import { deleteMethod, findMethods } from './sign-in-methods.queries.js';

/** The sign-in methods of members. */
@Injectable()
export class SignInMethodsService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly events: SecurityEventsRecorder,
    private readonly mails: MailQueue,
  ) {}

  /** Returns a member's methods, oldest first. */
  list(memberId: number): Promise<ListedMethod[]> {
    return findMethods(this.database.read, memberId);
  }

  /**
   * Removes a method. Because it may have been stolen, all other sessions and all requests by mail end.
   * @returns the number of sessions that ended
   * @throws AppError SIGN_IN_METHOD_NOT_FOUND, LAST_SIGN_IN_METHOD, MEMBER_NOT_FOUND
   */
  async remove(removal: RpcInput<typeof removeSignInMethod>): Promise<number> {
    const { memberId, tokenHash, provider, methodId, origin } = removal;
    const ending = { detail: 'ended-by-member', origin } as const;
    const { ended } = await this.sessions.transaction(memberId, async (tx) => {
      await lockMethods(tx, memberId);
      await lockSignedIn(tx, removal);
      if (!(await deleteMethod(tx, memberId, { provider, id: methodId })))
        throw new AppError(authErrors.SIGN_IN_METHOD_NOT_FOUND);
      const left = await findMethods(tx, memberId);
      if (left.length === 0) throw new AppError(authErrors.LAST_SIGN_IN_METHOD);
      await cancelRequests(tx, memberId);
      await this.events.record(tx, { memberId, kind: 'sign-in-method-removed', method: provider, origin });
      const data = { what: methodSentence(provider, 'removed') };
      await this.mails.notify(tx, memberId, { template: 'sign-in-method-changed', data });
      return { ended: await this.sessions.endOthersOf(tx, memberId, tokenHash, ending) };
    });
    return ended.length;
  }
}
