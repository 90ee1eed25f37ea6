import type { LogInOrigin } from '@likewell/contracts/auth/origin';
import { Injectable } from '@nestjs/common';
import { PasswordGuesses, type Guess } from './password-guesses.js';
import { PasswordHasher } from './password-hasher.js';
import { MAX_HOLDERS, type Password } from './passwords.queries.js';

/** Whose password it is; a right one forgets the guess in the transaction that it leads to. */
interface Match {
  readonly identity: Password;
  readonly guess: Guess | undefined;
}

/**
 * Finds out who signs in. A username is one member's; an address that nobody has verified may be several members', of whom it is
 * the one with this password. Each try counts as a guess before it is known to be right.
 */
@Injectable()
export class LogInChecker {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly guesses: PasswordGuesses,
  ) {}

  /**
   * @param identities the oldest first
   * @returns null for a wrong password, at a cost that is the same for every username and for every address
   * @throws AppError RATE_LIMITED, OVERLOADED
   */
  async check(
    identities: readonly Password[],
    name: string,
    { password, origin }: { readonly password: string; readonly origin?: LogInOrigin | undefined },
  ): Promise<Match | null> {
    const memberIds = identities.map(({ memberId }) => memberId);
    const guesses = origin ? await this.guesses.beginEach(memberIds, name, origin) : undefined;
    const hashes = name.includes('@') ? MAX_HOLDERS : 1;
    let checked = 0;
    try {
      while (checked < hashes) {
        const [identity, guess] = [identities[checked], guesses?.[checked]];
        const passwordHash = guess === null ? null : (identity?.passwordHash ?? null);
        const isRight = await this.hasher.verify(password, passwordHash);
        checked += 1;
        if (isRight && identity) return { identity, guess: guess ?? undefined };
      }
      return null;
    } finally {
      // Where it was wrong it stays a guess, from networks that are known, too: somebody may have joined with another's address
      // so as to try passwords of theirs with the right one of their own.
      await this.takeBack(guesses?.slice(checked));
    }
  }

  private async takeBack(guesses: readonly (Guess | null)[] | undefined): Promise<void> {
    for (const guess of guesses ?? []) if (guess) await this.guesses.takeBack(guess);
  }
}
