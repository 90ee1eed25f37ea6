import { authErrors } from '@likewell/contracts/auth/errors';
import type { LogInOrigin } from '@likewell/contracts/auth/origin';
import { AppError } from '@likewell/contracts/core/app-error';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { PasswordGuesses, type Guess } from './password-guesses.js';
import { PasswordHasher } from './password-hasher.js';
import { findPasswordOf, lockPassword } from './passwords.queries.js';

/** Whose password is meant: the name under which it is looked for, and its hash, if there is one. */
interface Wanted {
  readonly memberId: number | null;
  readonly name: string;
  readonly passwordHash: string | null;
}

/** What came of it; a right password forgets the guess in the transaction that it leads to. */
interface Checked {
  readonly matches: boolean;
  readonly guess: Guess | undefined;
}

/** Checks passwords. Each try counts as a guess before it is known to be right; that nobody has the name costs the same. */
@Injectable()
export class PasswordChecker {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly guesses: PasswordGuesses,
    private readonly database: Database,
  ) {}

  /** @throws AppError RATE_LIMITED, OVERLOADED */
  async check(
    { memberId, name, passwordHash }: Wanted,
    password: string,
    origin: LogInOrigin | undefined,
  ): Promise<Checked> {
    const guess = origin && (await this.guesses.begin(memberId, name, origin));
    const matches = await this.hasher.verify(password, passwordHash).catch(async (error: unknown) => {
      if (guess) await this.guesses.takeBack(guess);
      throw error;
    });
    return { matches, guess };
  }

  /** Whether an active member has a password. */
  async has(memberId: number): Promise<boolean> {
    return (await findPasswordOf(this.database.read, memberId)) !== null;
  }

  /**
   * {@link check} for a member who is signed in.
   * @returns what has to be done in the transaction that it leads to; there, too, it may turn out to be the password no more
   * @throws AppError WRONG_PASSWORD, also where they have none; RATE_LIMITED, OVERLOADED
   */
  async checkOwn(
    memberId: number,
    password: string,
    origin: LogInOrigin | undefined,
  ): Promise<(tx: Tx) => Promise<void>> {
    const passwordHash = await findPasswordOf(this.database.read, memberId);
    const { matches, guess } = await this.check({ memberId, name: '', passwordHash }, password, origin);
    if (passwordHash === null || !matches) throw new AppError(authErrors.WRONG_PASSWORD);
    return async (tx) => {
      if (!(await lockPassword(tx, memberId, passwordHash))) throw new AppError(authErrors.WRONG_PASSWORD);
      if (guess) await this.guesses.forget(tx, guess);
    };
  }
}
