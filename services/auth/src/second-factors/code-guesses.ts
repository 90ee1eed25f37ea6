import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { rejectFor } from '../networks/reject-for.js';
import { countGuess, forgetGuesses } from '../networks/wrong-passwords.js';

/** Five are free, then each waits twice as long as the one before, an hour at the most: 10⁶ codes are years of it. */
const LIMIT = { points: 5, windowMs: 30_000 };
/** Who guesses codes knows the first factor already, from wherever they come. */
const EVERYWHERE = 'everywhere';

const accountOf = (memberId: number) => `second-factor:${memberId}`;

/** Counts wrong codes of a member, of all tickets and networks together. */
@Injectable()
export class CodeGuesses {
  /** Counts a try before the code is checked. @throws AppError RATE_LIMITED; then nothing is counted */
  async count(tx: Tx, memberId: number): Promise<void> {
    rejectFor(await countGuess(tx, { account: accountOf(memberId), network: EVERYWHERE }, LIMIT));
  }

  /** The code was right. */
  forget(tx: Tx, memberId: number): Promise<void> {
    return forgetGuesses(tx, accountOf(memberId), EVERYWHERE);
  }
}
