import { authErrors } from '@likewell/contracts/auth/errors';
import type { logIn } from '@likewell/contracts/auth/sign-in-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { admitMember } from '../members/active-member.js';
import { SignInGate } from '../second-factors/sign-in-gate.js';
import { FailuresRecorder } from '../security-events/failures.recorder.js';
import { SessionStarter } from '../sessions/session-starter.js';
import { LogInChecker } from './log-in-checker.js';
import { PasswordGuesses } from './password-guesses.js';
import { findPasswords, lockPassword, type Password } from './passwords.queries.js';

@Injectable()
export class PasswordSignInService {
  constructor(
    private readonly database: Database,
    private readonly checker: LogInChecker,
    private readonly guesses: PasswordGuesses,
    private readonly gate: SignInGate,
    private readonly starter: SessionStarter,
    private readonly failures: FailuresRecorder,
  ) {}

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
    const memberId = first?.isTheirsAlone ? first.memberId : null;
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
      const member = await admitMember(tx, memberId);
      await this.guesses.forget(tx, guess);
      const signIn = { memberId, kind: 'signed-in', method: 'password', origin } as const;
      return { ...(await this.gate.begin(tx, signIn, sessionHash)), member };
    });
  }
}
