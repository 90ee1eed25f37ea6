import { authErrors } from '@likewell/contracts/auth/errors';
import type { changePassword, logIn, registerMember } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { MemberStatusService } from '../members/member-status.service.js';
import { RegistrationService } from '../members/registration.service.js';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { SessionCache } from '../sessions/session-cache.js';
import { SessionStarter } from '../sessions/session-starter.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { toUsername } from '../usernames/username.js';
import { PasswordGuesses } from './password-guesses.js';
import { PasswordHasher } from './password-hasher.js';
import {
  findPassword,
  findPasswordOf,
  insertPassword,
  lockPassword,
  replacePassword,
  type Password,
} from './passwords.queries.js';

@Injectable()
export class PasswordsService {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
    private readonly registration: RegistrationService,
    private readonly memberStatus: MemberStatusService,
    private readonly sessions: SessionsService,
    private readonly starter: SessionStarter,
    private readonly cache: SessionCache,
    private readonly guesses: PasswordGuesses,
    private readonly events: SecurityEventsRecorder,
    private readonly failures: FailuresRecorder,
  ) {}

  /**
   * Makes a member with a password, and begins their first session.
   * @throws AppError USERNAME_INVALID, USERNAME_TAKEN, USERNAME_RESERVED, EMAIL_TAKEN, RATE_LIMITED, OVERLOADED
   */
  async register(form: RpcInput<typeof registerMember>): Promise<RpcOutput<typeof registerMember>> {
    const username = toUsername(form.username);
    const email = form.email.toLowerCase();
    await this.registration.assertFree(username, email);
    const passwordHash = await this.hasher.hash(form.password);
    const { registered, token } = await this.database.transaction(async (tx) => {
      const { referralCode, origin, sessionHash } = form;
      const made = await this.registration.register(tx, { username, email, referralCode, origin });
      const { memberId } = made.member;
      await insertPassword(tx, memberId, passwordHash);
      const signIn = { memberId, kind: 'registered', method: 'password', origin } as const;
      return { registered: made, token: await this.starter.begin(tx, signIn, sessionHash) };
    });
    await this.registration.openAccount(registered);
    return { token, member: registered.member };
  }

  /**
   * Begins a session. An unknown member and a wrong password cost and read the same.
   * @throws AppError WRONG_CREDENTIALS, RATE_LIMITED, OVERLOADED; ACCOUNT_SUSPENDED, ACCOUNT_CLOSED to who knows the
   * password
   */
  async logIn(form: RpcInput<typeof logIn>): Promise<RpcOutput<typeof logIn>> {
    const name = form.emailOrUser.toLowerCase();
    const identity = await findPassword(this.database.read, name);
    const memberId = () => identity?.memberId ?? null;
    const attempt = { kind: 'sign-in-failed', method: 'password', origin: form.origin, memberId } as const;
    return this.failures.watch(attempt, () => this.checkAndBegin(name, identity, form));
  }

  private async checkAndBegin(
    name: string,
    identity: Password | null,
    { password, origin, sessionHash }: RpcInput<typeof logIn>,
  ): Promise<RpcOutput<typeof logIn>> {
    const guess = origin && (await this.guesses.begin(identity?.memberId ?? null, name, origin));
    const matches = await this.hasher
      .verify(password, identity?.passwordHash ?? null)
      .catch(async (error: unknown) => {
        if (guess) await this.guesses.takeBack(guess);
        throw error;
      });
    if (!identity || !matches) throw new AppError(authErrors.WRONG_CREDENTIALS);
    const { memberId, passwordHash } = identity;
    return this.database.transaction(async (tx) => {
      // A session begun with a password that was changed meanwhile would outlive the change.
      const isCurrent = await lockPassword(tx, memberId, passwordHash);
      if (!isCurrent) throw new AppError(authErrors.WRONG_CREDENTIALS);
      const member = await this.memberStatus.admit(tx, memberId);
      if (guess) await this.guesses.forget(tx, guess);
      const signIn = { memberId, kind: 'signed-in', method: 'password', origin } as const;
      return { token: await this.starter.begin(tx, signIn, sessionHash), member };
    });
  }

  /** Ends all sessions of the member with the old password. @throws AppError WRONG_PASSWORD, OVERLOADED */
  async change(change: RpcInput<typeof changePassword>): Promise<void> {
    const { memberId, origin } = change;
    const about = { kind: 'password-change-failed', method: 'password', origin } as const;
    const attempt = { ...about, memberId: () => memberId };
    await this.cache.revoke(await this.failures.watch(attempt, () => this.checkAndReplace(change)));
  }

  /** @returns the sessions that ended */
  private async checkAndReplace({
    memberId,
    oldPassword,
    newPassword,
    origin,
  }: RpcInput<typeof changePassword>): Promise<string[]> {
    const oldHash = await findPasswordOf(this.database.read, memberId);
    const matches = await this.hasher.verify(oldPassword, oldHash);
    if (oldHash === null || !matches) throw new AppError(authErrors.WRONG_PASSWORD);
    const newHash = await this.hasher.hash(newPassword);
    return this.database.transaction(async (tx) => {
      // What was verified may have been changed meanwhile; then it is the current password no more.
      const isReplaced = await replacePassword(tx, memberId, { oldHash, newHash });
      if (!isReplaced) throw new AppError(authErrors.WRONG_PASSWORD);
      await this.events.record(tx, { memberId, kind: 'password-changed', origin });
      return this.sessions.endAllOf(tx, memberId, { detail: 'password-changed', origin });
    });
  }
}
