import type { Tx } from '@likewell/service-kit/database/database';
import { rejectFor } from '../networks/reject-for.js';
import { accountOf, countGuess, forgetGuesses, type Guessed } from '../networks/wrong-passwords.js';

/** Five guesses are free; then each waits twice as long as the one before, at most an hour: 10⁶ codes take years. */
const LIMIT = { points: 5, windowMs: 30_000 };
/**
 * Wrong codes of a member count together over all tickets, sessions and networks, because somebody who guesses
 * codes already knows the first factor.
 */
const EVERYWHERE = 'everywhere';

/**
 * Where a code is shown. Each is counted by itself, because any session suffices for a set-up and to confirm: a
 * stolen one must not keep its owner from signing in.
 */
export type Purpose = Exclude<Guessed, 'member'>;

/** Counts an attempt before the code is checked. @throws AppError RATE_LIMITED; then nothing is counted */
export async function countCode(tx: Tx, purpose: Purpose, memberId: number): Promise<void> {
  const account = accountOf(purpose, memberId);
  rejectFor(await countGuess(tx, { account, network: EVERYWHERE }, LIMIT));
}

/** Clears the guesses after the right code. */
export function forgetCodes(tx: Tx, purpose: Purpose, memberId: number): Promise<void> {
  return forgetGuesses(tx, accountOf(purpose, memberId), EVERYWHERE);
}
