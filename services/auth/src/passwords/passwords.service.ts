import { authErrors } from '@likewell/contracts/auth/errors';
import type { Origin } from '@likewell/contracts/auth/origin';
import type { changePassword, logIn, registerMember } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { MemberMails } from '../member-mails/member-mails.js';
import { MembersService } from '../members/members.service.js';
import { MemberStatusService } from '../members/member-status.service.js';
import { findEmailOwner } from '../members/member-emails.js';
import { RegistrationService } from '../members/registration.service.js';
import { SignInGate } from '../second-factors/sign-in-gate.js';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { SessionStarter } from '../sessions/session-starter.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { toUsername } from '../usernames/username.js';
import { AddressChangesService } from '../addresses/address-changes.service.js';
import { AddressMails } from '../addresses/address-mails.js';
import { LogInChecker } from './log-in-checker.js';
import { PasswordChecker } from './password-checker.js';
import { PasswordGuesses } from './password-guesses.js';
import { PasswordHasher } from './password-hasher.js';
import { assertStrong } from './password-strength.js';
import {
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
    private readonly mails: AddressMails,
    private readonly memberMails: MemberMails,
    private readonly addressChanges: AddressChangesService,
    private readonly members: MembersService,
    private readonly memberStatus: MemberStatusService,
    private readonly sessions: SessionsService,
    private readonly starter: SessionStarter,
    private readonly gate: SignInGate,
    private readonly checker: LogInChecker,
    private readonly ownChecker: PasswordChecker,
    private readonly guesses: PasswordGuesses,
    private readonly events: SecurityEventsRecorder,
    private readonly failures: FailuresRecorder,
  ) {}

  /**
   * Creates a member with a password, and begins their first session.
   * @throws AppError USERNAME_INVALID, USERNAME_TAKEN, USERNAME_RESERVED, EMAIL_TAKEN, PASSWORD_TOO_EASY,
   *   RATE_LIMITED, OVERLOADED
   */
  async register(form: RpcInput<typeof registerMember>): Promise<RpcOutput<typeof registerMember>> {
    const username = toUsername(form.username);
    const email = form.email.toLowerCase();
    assertStrong(form.password, { username, email });
    await this.registration.assertFree(username);
    const passwordHash = await this.hasher.hash(form.password);
    const registered = await this.addMember({ ...form, username, email }, passwordHash).catch(
      async (error: unknown) => {
        if (error instanceof AppError && error.is(authErrors.EMAIL_TAKEN))
          await this.rejectAddress(email, form.origin);
        throw error;
      },
    );
    await this.registration.openAccount(registered);
    return { member: registered.member };
  }

  private addMember(form: RpcInput<typeof registerMember>, passwordHash: string) {
    const { username, email, referralCode, origin, sessionHash } = form;
    return this.database.transaction(async (tx) => {
      const newcomer = { username, email, emailIsVerified: false, referralCode, origin };
      const made = await this.registration.register(tx, newcomer);
      const { memberId } = made.member;
      await insertPassword(tx, memberId, passwordHash);
      // The registration has counted for its network.
      await this.mails.verify(tx, { memberId, email }, undefined);
      const signIn = { memberId, kind: 'registered', method: 'password', origin } as const;
      await this.starter.begin(tx, signIn, sessionHash);
      return made;
    });
  }

  /**
   * Counts an attempt to register with a verified address as a registration from that network, and tells the
   * address's owner.
   */
  private async rejectAddress(email: string, origin: Origin): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.registration.count(tx, origin);
      const owner = await findEmailOwner(tx, email);
      if (owner) await this.mails.notifyOwner(tx, { memberId: owner.memberId, email }, origin);
    });
  }

  /**
   * Begins a session. An unknown member and a wrong password give the same response in the same time.
   * @throws AppError WRONG_CREDENTIALS, RATE_LIMITED, OVERLOADED; ACCOUNT_SUSPENDED, ACCOUNT_CLOSED only with
   *   the right password
   */
  async logIn(form: RpcInput<typeof logIn>): Promise<RpcOutput<typeof logIn>> {
    const name = form.emailOrUser.toLowerCase();
    const identities = await findPasswords(this.database.read, name);
    const [first] = identities;
    // A failure by an unverified address is recorded for nobody. Otherwise, somebody who registers with
    // another person's address could tell from their own list of events whether that person is a member.
    const memberId = () => (first?.isTheirsAlone ? first.memberId : null);
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
    return this.starter.transaction(async (tx) => {
      // A session that begins with a password changed meanwhile would outlive the change.
      const isCurrent = await lockPassword(tx, memberId, passwordHash);
      if (!isCurrent) throw new AppError(authErrors.WRONG_CREDENTIALS);
      const member = await this.memberStatus.admit(tx, memberId);
      await this.guesses.forget(tx, guess);
      const signIn = { memberId, kind: 'signed-in', method: 'password', origin } as const;
      return { ...(await this.gate.begin(tx, signIn, sessionHash)), member };
    });
  }

  /**
   * Changes a password. Ends all sessions of the member, and requests by mail that somebody with the old
   * password may have made. The member is told.
   * @throws AppError WRONG_PASSWORD, PASSWORD_TOO_EASY, RATE_LIMITED, OVERLOADED
   */
  async change(change: RpcInput<typeof changePassword>): Promise<void> {
    const { memberId, origin } = change;
    const about = { kind: 'password-change-failed', method: 'password', origin } as const;
    const attempt = { ...about, memberId: () => memberId };
    await this.failures.watch(attempt, () => this.checkAndReplace(change));
  }

  private async checkAndReplace({
    memberId,
    oldPassword,
    newPassword,
    tokenHash,
    origin,
  }: RpcInput<typeof changePassword>): Promise<void> {
    const session = tokenHash && origin.guesses ? { tokenHash, guesses: origin.guesses } : undefined;
    const oldHash = await this.ownChecker.checkOld(memberId, oldPassword, session);
    assertStrong(newPassword, await this.members.getOwn(memberId));
    const newHash = await this.hasher.hash(newPassword);
    await this.sessions.transaction(memberId, async (tx) => {
      // The verified password may have been changed meanwhile; then it is no longer the current one.
      const isReplaced = await replacePassword(tx, memberId, { oldHash, newHash });
      if (!isReplaced) throw new AppError(authErrors.WRONG_PASSWORD);
      // Locks in the same order as a sign-in; what a sign-in or a change of address has begun is visible from
      // here on.
      await this.members.lock(tx, memberId);
      await this.addressChanges.cancelRequests(tx, memberId);
      await this.events.record(tx, { memberId, kind: 'password-changed', origin });
      await this.memberMails.notifyOfPassword(tx, memberId);
      return { ended: await this.sessions.endAllOf(tx, memberId, { detail: 'password-changed', origin }) };
    });
  }
}
