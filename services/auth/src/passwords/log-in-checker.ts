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
    try {
      const place = await this.findPlace(identities, guesses, { name, password });
      const identity = identities[place];
      if (!identity) return null;
      const [guess, others] = [guesses?.[place] ?? undefined, guesses?.filter((_, index) => index !== place)];
      await this.takeBack(others);
      return { identity, guess };
    } catch (error) {
      await this.takeBack(guesses);
      throw error;
    }
  }

  /** Where among the identities the password is right; a place outside them where it is not. */
  private async findPlace(
    identities: readonly Password[],
    guesses: readonly (Guess | null)[] | undefined,
    { name, password }: { readonly name: string; readonly password: string },
  ): Promise<number> {
    const hashes = name.includes('@') ? MAX_HOLDERS : 1;
    for (let place = 0; place < hashes; place += 1) {
      const mayBeTried = guesses === undefined || guesses[place] !== null;
      const passwordHash = mayBeTried ? (identities[place]?.passwordHash ?? null) : null;
      if (await this.hasher.verify(password, passwordHash)) return place;
    }
    return hashes;
  }

  private async takeBack(guesses: readonly (Guess | null)[] | undefined): Promise<void> {
    for (const guess of guesses ?? []) if (guess) await this.guesses.takeBack(guess);
  }
}
