import type { LogInOrigin, RequestOrigin } from '@likewell/contracts/auth/origin';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { isKnownNetwork, rememberNetwork } from '../networks/known-networks.js';
import { NetworkHasher } from '../networks/network-hasher.js';
import { rejectFor } from '../networks/reject-for.js';
import { countUse, takeBackUse, type Limit } from '../networks/use-counts.js';
import { accountOf, countGuess, forgetGuesses, takeBackGuess } from '../networks/wrong-passwords.js';

/** A counted attempt at a password. */
export interface Guess {
  /** The member's key, or the hash of the name if nobody has it; the same for the member's username and e-mail. */
  readonly account: string;
  /** Keyed hash of the network that the attempt comes from, or of the session. */
  readonly network: string;
  /**
   * Key under which all networks count together that the member has never signed in from; null for any other
   * network.
   */
  readonly strangersKey: string | null;
}

/**
 * Counts wrong passwords by account and network, so that strangers' guesses do not lock a member out where
 * they have signed in before. An attempt counts before the password is checked, so that concurrent attempts
 * gain nothing, and the right password takes it back. Unknown names are counted in the same way.
 */
@Injectable()
export class PasswordGuesses {
  constructor(
    private readonly database: Database,
    private readonly hasher: NetworkHasher,
  ) {}

  /**
   * Counts an attempt.
   * @throws AppError RATE_LIMITED with `retryAfterSeconds` among its details; then nothing is counted
   */
  begin(memberId: number | null, name: string, origin: LogInOrigin): Promise<Guess> {
    const account =
      memberId === null ? `name:${this.hasher.hash(`name ${name}`)}` : accountOf('member', memberId);
    const network = this.hasher.hash(origin.network);
    return this.database.transaction(async (tx) => {
      rejectFor(await countGuess(tx, { account, network }, origin.guesses));
      if (await isKnownNetwork(tx, memberId, network)) return { account, network, strangersKey: null };
      const strangersKey = `guess:${account}`;
      rejectFor(await countUse(tx, strangersKey, origin.strangers));
      return { account, network, strangersKey };
    });
  }

  /**
   * Counts an attempt of a signed-in member only for their session: a thief of a session cannot block its
   * owner, and strangers block neither.
   * @throws AppError as {@link begin}
   */
  async beginInSession(memberId: number, tokenHash: string, limit: Limit): Promise<Guess> {
    const account = accountOf('member', memberId);
    const network = this.hasher.hash(`session ${tokenHash}`);
    await this.database.transaction(async (tx) =>
      rejectFor(await countGuess(tx, { account, network }, limit)),
    );
    return { account, network, strangersKey: null };
  }

  /**
   * Counts an attempt for each member whom an address may mean; for at most one member, as {@link begin}
   * does. If some of them have signed in from that network, only they decide whether it must wait, so that
   * nobody is blocked by somebody who registers with their address.
   * @returns a guess for each; null for a member whose password must not be tried
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
    const network = this.hasher.hash(origin.network);
    const isKnown = await isKnownNetwork(this.database.read, memberId, network);
    try {
      return { isKnown, guess: await this.begin(memberId, name, origin), rejection: null };
    } catch (error) {
      if (error instanceof AppError && error.is(commonErrors.RATE_LIMITED))
        return { isKnown, guess: null, rejection: error };
      throw error;
    }
  }

  /** Takes back an attempt because the password could not be checked. */
  async takeBack({ account, network, strangersKey }: Guess): Promise<void> {
    await this.database.transaction(async (tx) => {
      await takeBackGuess(tx, account, network);
      if (strangersKey !== null) await takeBackUse(tx, strangersKey);
    });
  }

  /**
   * Clears the wrong guesses from the network of a member who proved their identity in another way, and makes
   * the network known, so that strangers no longer block them there.
   */
  async forgetAll(tx: Tx, memberId: number, origin: RequestOrigin): Promise<void> {
    const network = this.hasher.hash(origin.network);
    await forgetGuesses(tx, accountOf('member', memberId), network);
    await rememberNetwork(tx, memberId, network);
  }

  /** Clears the wrong guesses from that network after the right password. */
  async forget(tx: Tx, { account, network, strangersKey }: Guess): Promise<void> {
    await forgetGuesses(tx, account, network);
    if (strangersKey !== null) await takeBackUse(tx, strangersKey);
  }
}

/** Result of counting an attempt for one of several members. */
interface Try {
  readonly isKnown: boolean;
  readonly guess: Guess | null;
  readonly rejection: AppError | null;
}
