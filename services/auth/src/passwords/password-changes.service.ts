import { authErrors } from '@likewell/contracts/auth/errors';
import type { changePassword } from '@likewell/contracts/auth/passwords-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Injectable } from '@nestjs/common';
import { cancelRequests } from '../addresses/cancel-requests.js';
import { MailQueue } from '../mail/mail-queue.js';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { lockSignedIn } from '../sessions/signed-in.js';
import { NewPasswords } from './new-passwords.js';
import { PasswordChecker } from './password-checker.js';
import { replacePassword } from './passwords.queries.js';

@Injectable()
export class PasswordChangesService {
  constructor(
    private readonly checker: PasswordChecker,
    private readonly newPasswords: NewPasswords,
    private readonly sessions: SessionsService,
    private readonly events: SecurityEventsRecorder,
    private readonly mails: MailQueue,
    private readonly failures: FailuresRecorder,
  ) {}

  /**
   * Changes a password. Ends all sessions of the member, and requests by mail that somebody with the old
   * password may have made. The member is told.
   * @throws AppError WRONG_PASSWORD, PASSWORD_TOO_EASY, RATE_LIMITED, MEMBER_NOT_FOUND, OVERLOADED
   */
  async change(change: RpcInput<typeof changePassword>): Promise<void> {
    const { memberId, origin } = change;
    const attempt = { kind: 'password-change-failed', method: 'password', origin, memberId } as const;
    await this.failures.watch(attempt, () => this.checkAndReplace(change));
  }

  private async checkAndReplace({
    memberId,
    oldPassword,
    newPassword,
    tokenHash,
    origin,
  }: RpcInput<typeof changePassword>): Promise<void> {
    const session = { tokenHash, guesses: origin.guesses };
    const oldHash = await this.checker.checkOld(memberId, oldPassword, session);
    // Only then, so that nobody without the password uses up the member's tries.
    const newHash = await this.newPasswords.hashOfMember(memberId, newPassword);
    await this.sessions.transaction(memberId, async (tx) => {
      // The verified password may have been changed meanwhile; then it is no longer the current one.
      const isReplaced = await replacePassword(tx, memberId, { oldHash, newHash });
      if (!isReplaced) throw new AppError(authErrors.WRONG_PASSWORD);
      // Locks in the same order as a sign-in; what a sign-in or a change of address has begun is visible from
      // here on.
      await lockSignedIn(tx, { memberId, tokenHash });
      await cancelRequests(tx, memberId);
      await this.events.record(tx, { memberId, kind: 'password-changed', origin });
      await this.mails.notify(tx, memberId, { template: 'password-changed', data: {} });
      return { ended: await this.sessions.endAllOf(tx, memberId, { detail: 'password-changed', origin }) };
    });
  }
}
