import { authErrors } from '@likewell/contracts/auth/errors';
import type { LogInOrigin } from '@likewell/contracts/auth/origin';
import { AppError } from '@likewell/contracts/core/app-error';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import type { Limit } from '../networks/use-counts.js';
import { PasswordGuesses, type Guess } from './password-guesses.js';
import { PasswordHasher } from './password-hasher.js';
import { findPasswordOf, lockPassword } from './passwords.queries.js';

/** The session in which a password is typed, and its limit of wrong ones. */
interface TypedIn {
  readonly tokenHash: string;
  readonly guesses: Limit;
}

/** Checks passwords of signed-in members. Each attempt counts as a guess before the password is checked. */
@Injectable()
export class PasswordChecker {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly guesses: PasswordGuesses,
    private readonly database: Database,
  ) {}

  /** Tells whether an active member has a password. */
  async has(memberId: number): Promise<boolean> {
    return (await findPasswordOf(this.database.read, memberId)) !== null;
  }

  /**
   * Checks a member's password. A wrong one counts as it does at sign-in.
   * @returns a function to call in the transaction that follows; it throws if the password was changed
   *   meanwhile
   * @throws AppError WRONG_PASSWORD, also for a member without a password; RATE_LIMITED, OVERLOADED
   */
  async checkOwn(
    memberId: number,
    password: string,
    origin: LogInOrigin,
  ): Promise<(tx: Tx) => Promise<void>> {
    const guess = await this.guesses.begin(memberId, '', origin);
    const passwordHash = await this.verify(memberId, password, guess);
    return async (tx) => {
      if (!(await lockPassword(tx, memberId, passwordHash))) throw new AppError(authErrors.WRONG_PASSWORD);
      await this.guesses.forget(tx, guess);
    };
  }

  /**
   * Checks the password that is to be replaced. A wrong one counts only for its session: guesses in a stolen
   * session cannot keep the owner, in another one, from setting a new password, which ends both sessions.
   * @returns its hash
   * @throws AppError as {@link checkOwn}
   */
  async checkOld(memberId: number, password: string, { tokenHash, guesses }: TypedIn): Promise<string> {
    const guess = await this.guesses.beginInSession(memberId, tokenHash, guesses);
    const passwordHash = await this.verify(memberId, password, guess);
    await this.database.transaction((tx) => this.guesses.forget(tx, guess));
    return passwordHash;
  }

  /** @returns the hash of the password; the time is the same for a member who has none */
  private async verify(memberId: number, password: string, guess: Guess): Promise<string> {
    const passwordHash = await findPasswordOf(this.database.read, memberId);
    const matches = await this.hasher.verify(password, passwordHash).catch(async (error: unknown) => {
      await this.guesses.takeBack(guess);
      throw error;
    });
    if (passwordHash === null || !matches) throw new AppError(authErrors.WRONG_PASSWORD);
    return passwordHash;
  }
}
