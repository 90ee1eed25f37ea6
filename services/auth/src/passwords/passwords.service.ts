import { authErrors } from '@likewell/contracts/auth/errors';
import type { Origin } from '@likewell/contracts/auth/origin';
import type { changePassword, logIn, registerMember } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { MembersService } from '../members/members.service.js';
import { MemberStatusService } from '../members/member-status.service.js';
import { MemberEmails } from '../members/member-emails.js';
import { RegistrationService } from '../members/registration.service.js';
import { SignInGate } from '../second-factors/sign-in-gate.js';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { SessionCache } from '../sessions/session-cache.js';
import { SessionStarter } from '../sessions/session-starter.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { toUsername } from '../usernames/username.js';
import { AddressChangesService } from '../addresses/address-changes.service.js';
import { AddressMails } from '../addresses/address-mails.js';
import { LogInChecker } from './log-in-checker.js';
import { PasswordGuesses } from './password-guesses.js';
import { PasswordHasher } from './password-hasher.js';
import { assertStrong } from './password-strength.js';
import {
  findPasswordOf,
  findPasswords,
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
    private readonly emails: MemberEmails,
    private readonly mails: AddressMails,
    private readonly addressChanges: AddressChangesService,
    private readonly members: MembersService,
    private readonly memberStatus: MemberStatusService,
    private readonly sessions: SessionsService,
    private readonly starter: SessionStarter,
    private readonly gate: SignInGate,
    private readonly cache: SessionCache,
    private readonly checker: LogInChecker,
    private readonly guesses: PasswordGuesses,
    private readonly events: SecurityEventsRecorder,
    private readonly failures: FailuresRecorder,
  ) {}

  /**
   * Makes a member with a password, and begins their first session.
   * @throws AppError USERNAME_INVALID, USERNAME_TAKEN, USERNAME_RESERVED, EMAIL_TAKEN, PASSWORD_TOO_EASY, RATE_LIMITED, OVERLOADED
   */
  async register(form: RpcInput<typeof registerMember>): Promise<RpcOutput<typeof registerMember>> {
    const username = toUsername(form.username);
    const email = form.email.toLowerCase();
    assertStrong(form.password, { username, email });
    await this.registration.assertFree(username);
    const passwordHash = await this.hasher.hash(form.password);
    const { registered, token } = await this.addMember({ ...form, username, email }, passwordHash).catch(
      async (error: unknown) => {
        if (error instanceof AppError && error.is(authErrors.EMAIL_TAKEN))
          await this.rejectAddress(email, form.origin);
        throw error;
      },
    );
    await this.registration.openAccount(registered);
    return { token, member: registered.member };
  }

  private addMember(form: RpcInput<typeof registerMember>, passwordHash: string) {
    const { username, email, referralCode, origin, sessionHash } = form;
    return this.database.transaction(async (tx) => {
      const newcomer = { username, email, emailIsVerified: false, referralCode, origin };
      const made = await this.registration.register(tx, newcomer);
      const { memberId } = made.member;
      await insertPassword(tx, memberId, passwordHash);
      await this.mails.verify(tx, { memberId, email });
      const signIn = { memberId, kind: 'registered', method: 'password', origin } as const;
      return { registered: made, token: await this.starter.begin(tx, signIn, sessionHash) };
    });
  }

  /** A try at an address that somebody has verified counts as a registration from there, and its owner is told. */
  private async rejectAddress(email: string, origin: Origin | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (origin) await this.registration.countRejection(tx, origin);
      const owner = await this.emails.findOwner(tx, email);
      if (owner) await this.mails.notifyOwner(tx, { memberId: owner.memberId, email }, origin);
    });
  }

  /**
   * Begins a session. An unknown member and a wrong password cost and read the same.
   * @throws AppError WRONG_CREDENTIALS, RATE_LIMITED, OVERLOADED; ACCOUNT_SUSPENDED, ACCOUNT_CLOSED to who knows the
   * password
   */
  async logIn(form: RpcInput<typeof logIn>): Promise<RpcOutput<typeof logIn>> {
    const name = form.emailOrUser.toLowerCase();
    const identities = await findPasswords(this.database.read, name);
    // Of several nobody knows who was meant.
    const memberId = () => (identities.length === 1 ? (identities[0]?.memberId ?? null) : null);
    const attempt = { kind: 'sign-in-failed', method: 'password', origin: form.origin, memberId } as const;
    return this.failures.watch(attempt, () => this.checkAndBegin(name, identities, form));
  }

  private async checkAndBegin(
    name: string,
    identities: readonly Password[],
    form: RpcInput<typeof logIn>,
  ): Promise<RpcOutput<typeof logIn>> {
    const { origin, sessionHash } = form;
    const found = await this.checker.check(identities, name, form);
    if (!found) throw new AppError(authErrors.WRONG_CREDENTIALS);
    const { guess } = found;
    const { memberId, passwordHash } = found.identity;
    return this.database.transaction(async (tx) => {
      // A session begun with a password that was changed meanwhile would outlive the change.
      const isCurrent = await lockPassword(tx, memberId, passwordHash);
      if (!isCurrent) throw new AppError(authErrors.WRONG_CREDENTIALS);
      const member = await this.memberStatus.admit(tx, memberId);
      if (guess) await this.guesses.forget(tx, guess);
      const signIn = { memberId, kind: 'signed-in', method: 'password', origin } as const;
      return { ...(await this.gate.begin(tx, signIn, sessionHash)), member };
    });
  }

  /**
   * Ends all sessions of the member with the old password, and a change of address: who knew it may have asked for that.
   * @throws AppError WRONG_PASSWORD, PASSWORD_TOO_EASY, OVERLOADED
   */
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
    assertStrong(newPassword, await this.members.getOwn(memberId));
    const newHash = await this.hasher.hash(newPassword);
    await this.sessions.expectEndOf(memberId);
    return this.database.transaction(async (tx) => {
      // What was verified may have been changed meanwhile; then it is the current password no more.
      const isReplaced = await replacePassword(tx, memberId, { oldHash, newHash });
      if (!isReplaced) throw new AppError(authErrors.WRONG_PASSWORD);
      // In the order in which a sign-in takes them; what it, or a change of address, has begun is seen from here on.
      await this.members.lock(tx, memberId);
      await this.addressChanges.cancel(tx, memberId);
      await this.events.record(tx, { memberId, kind: 'password-changed', origin });
      return this.sessions.endAllOf(tx, memberId, { detail: 'password-changed', origin });
    });
  }
}
