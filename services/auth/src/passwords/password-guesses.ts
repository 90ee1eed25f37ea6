import type { LogInOrigin, RequestOrigin } from '@likewell/contracts/auth/origin';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { KnownNetworks } from '../networks/known-networks.js';
import { NetworkHasher } from '../networks/network-hasher.js';
import { rejectFor } from '../networks/reject-for.js';
import { countUse, takeBackUse } from '../networks/use-counts.js';
import { countGuess, forgetGuesses, takeBackGuess } from '../networks/wrong-passwords.js';

/** A try at a password that was counted. */
export interface Guess {
  /** The member's, or of the name where nobody has it; one for the member's username and e-mail. */
  readonly account: string;
  /** The keyed hash of the network that it comes from. */
  readonly network: string;
  /** Where all networks count together that the member has never signed in from; null for another one. */
  readonly strangersKey: string | null;
}

/**
 * Counts wrong passwords by account and network, so that nobody's guesses keep a member out of where they have signed in
 * before. A try counts before the password is checked, so that many at once are no more than one after the other, and the
 * right password takes it back. Names that nobody has are counted alike.
 */
@Injectable()
export class PasswordGuesses {
  constructor(
    private readonly database: Database,
    private readonly hasher: NetworkHasher,
    private readonly known: KnownNetworks,
  ) {}

  /** Counts a try. @throws AppError RATE_LIMITED with `retryAfterSeconds` among its details; then nothing is counted */
  begin(memberId: number | null, name: string, origin: LogInOrigin): Promise<Guess> {
    const account = memberId === null ? `name:${this.hasher.hash(`name ${name}`)}` : `member:${memberId}`;
    const network = this.hasher.hash(origin.network);
    return this.database.transaction(async (tx) => {
      rejectFor(await countGuess(tx, { account, network }, origin.guesses));
      if (await this.known.has(tx, memberId, origin.network)) return { account, network, strangersKey: null };
      const strangersKey = `guess:${account}`;
      rejectFor(await countUse(tx, strangersKey, origin.strangers));
      return { account, network, strangersKey };
    });
  }

  /**
   * Counts a try at each of those whom an address may mean; where there is one at the most, as {@link begin} does. Those who have
   * signed in from there decide alone whether it must wait: whoever takes another's address keeps nobody out of it.
   * @returns a guess each; null for one who is not to be tried
   * @throws AppError RATE_LIMITED; then nothing is counted
   */
  async beginEach(
    memberIds: readonly number[],
    name: string,
    origin: LogInOrigin,
  ): Promise<(Guess | null)[]> {
    if (memberIds.length < 2) return [await this.begin(memberIds[0] ?? null, name, origin)];
    const tries: Try[] = [];
    for (const memberId of memberIds) tries.push(await this.tryOne(memberId, name, origin));
    const known = tries.filter(({ isKnown }) => isKnown);
    const [rejection] = (known.length > 0 ? known : tries).flatMap((each) => each.rejection ?? []);
    if (!rejection) return tries.map(({ guess }) => guess);
    for (const { guess } of tries) if (guess) await this.takeBack(guess);
    throw rejection;
  }

  private async tryOne(memberId: number, name: string, origin: LogInOrigin): Promise<Try> {
    const isKnown = await this.known.has(this.database.read, memberId, origin.network);
    try {
      return { isKnown, guess: await this.begin(memberId, name, origin), rejection: null };
    } catch (error) {
      if (error instanceof AppError && error.is(commonErrors.RATE_LIMITED))
        return { isKnown, guess: null, rejection: error };
      throw error;
    }
  }

  /** The password could not be checked: the try was none. */
  async takeBack({ account, network, strangersKey }: Guess): Promise<void> {
    await this.database.transaction(async (tx) => {
      await takeBackGuess(tx, account, network);
      if (strangersKey !== null) await takeBackUse(tx, strangersKey);
    });
  }

  /** A member proved in another way who they are: nothing wrong has come from there, and strangers keep them out no longer. */
  async forgetAll(tx: Tx, memberId: number, origin: RequestOrigin): Promise<void> {
    await forgetGuesses(tx, `member:${memberId}`, this.hasher.hash(origin.network));
    await this.known.remember(tx, memberId, origin);
  }

  /** The password was right: nothing wrong has come from that network. */
  async forget(tx: Tx, { account, network, strangersKey }: Guess): Promise<void> {
    await forgetGuesses(tx, account, network);
    if (strangersKey !== null) await takeBackUse(tx, strangersKey);
  }
}

/** What became of a try at one of several. */
interface Try {
  readonly isKnown: boolean;
  readonly guess: Guess | null;
  readonly rejection: AppError | null;
}
