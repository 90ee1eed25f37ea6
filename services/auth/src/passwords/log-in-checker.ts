import type { LogInOrigin } from '@likewell/contracts/auth/origin';
import { Injectable } from '@nestjs/common';
import { PasswordGuesses, type Guess } from './password-guesses.js';
import { PasswordHasher } from './password-hasher.js';
import { MAX_HOLDERS, type Password } from './passwords.queries.js';

/** The identity whose password matched. Its guess is cleared in the transaction that begins the session. */
interface Match {
  readonly identity: Password;
  readonly guess: Guess;
}

/**
 * Finds out who signs in. A username belongs to one member. An address that nobody has verified may belong to
 * several members, among whom the password decides. Each attempt counts as a guess before the password is
 * checked.
 */
@Injectable()
export class LogInChecker {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly guesses: PasswordGuesses,
  ) {}

  /**
   * @param identities oldest first
   * @returns null for a wrong password. Its cost is the same for every username, and for every address. For
   *   an unverified address, a right password costs the same too; otherwise the time would tell how many
   *   members have the address
   * @throws AppError RATE_LIMITED, OVERLOADED
   */
  async check(
    identities: readonly Password[],
    name: string,
    { password, origin }: { readonly password: string; readonly origin: LogInOrigin },
  ): Promise<Match | null> {
    const memberIds = identities.map(({ memberId }) => memberId);
    const guesses = await this.guesses.beginEach(memberIds, name, origin);
    const hashes = name.includes('@') ? MAX_HOLDERS : 1;
    let checked = 0;
    try {
      while (checked < hashes) {
        const [identity, guess] = [identities[checked], guesses[checked]];
        const passwordHash = (guess && identity?.passwordHash) ?? null;
        const isRight = await this.hasher.verify(password, passwordHash);
        if (isRight && identity?.isTheirsAlone === false)
          await this.verifyNobody(password, hashes - checked - 1);
        checked += 1;
        if (isRight && identity && guess) return { identity, guess };
      }
      return null;
    } finally {
      // Wrong guesses stay counted, also from known networks: somebody may have registered with another
      // member's address in order to test passwords of that member alongside their own right one.
      await this.takeBack(guesses.slice(checked));
    }
  }

  private async verifyNobody(password: string, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) await this.hasher.verify(password, null);
  }

  private async takeBack(guesses: readonly (Guess | null)[]): Promise<void> {
    for (const guess of guesses) if (guess) await this.guesses.takeBack(guess);
  }
}
