import type { LogInOrigin } from '@likewell/contracts/auth/origin';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { KnownNetworks } from '../networks/known-networks.js';
import { NetworkHasher } from '../networks/network-hasher.js';
import { UseCounter } from '../networks/use-counter.js';
import { countGuess, forgetGuesses, takeBackGuess } from './wrong-passwords.queries.js';

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
    private readonly uses: UseCounter,
  ) {}

  /** Counts a try. @throws AppError RATE_LIMITED with `retryAfterSeconds` among its details; then nothing is counted */
  begin(memberId: number | null, name: string, origin: LogInOrigin): Promise<Guess> {
    const account = memberId === null ? `name:${this.hasher.hash(`name ${name}`)}` : `member:${memberId}`;
    const network = this.hasher.hash(origin.network);
    return this.database.transaction(async (tx) => {
      rejectFor(await countGuess(tx, { account, network }, origin.guesses));
      if (await this.known.has(tx, memberId, origin.network)) return { account, network, strangersKey: null };
      const strangersKey = `guess:${account}`;
      rejectFor(await this.uses.count(tx, strangersKey, origin.strangers));
      return { account, network, strangersKey };
    });
  }

  /** The password could not be checked: the try was none. */
  async takeBack({ account, network, strangersKey }: Guess): Promise<void> {
    await this.database.transaction(async (tx) => {
      await takeBackGuess(tx, account, network);
      if (strangersKey !== null) await this.uses.takeBack(tx, strangersKey);
    });
  }

  /** The password was right: nothing wrong has come from that network. */
  async forget(tx: Tx, { account, network, strangersKey }: Guess): Promise<void> {
    await forgetGuesses(tx, account, network);
    if (strangersKey !== null) await this.uses.takeBack(tx, strangersKey);
  }
}

function rejectFor(waitMs: number): void {
  if (waitMs === 0) return;
  throw new AppError(commonErrors.RATE_LIMITED, {
    details: { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  });
}
