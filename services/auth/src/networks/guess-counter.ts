import type { Tx } from '@likewell/service-kit/database/database';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { Injectable } from '@nestjs/common';
import type { Limit } from './use-counter.js';
import { countGuess, deleteOldGuesses, forgetGuesses, takeBackGuess } from './wrong-passwords.queries.js';

/** Counts guesses at an account from a network: so many are free, each further one waits twice as long as the one before. */
@Injectable()
export class GuessCounter {
  /** @throws AppError RATE_LIMITED with `retryAfterSeconds` among its details; then nothing is counted */
  async count(tx: Tx, account: string, network: string, limit: Limit): Promise<void> {
    rejectFor(await countGuess(tx, { account, network }, limit));
  }

  takeBack(tx: Tx, account: string, network: string): Promise<void> {
    return takeBackGuess(tx, account, network);
  }

  forget(tx: Tx, account: string, network: string): Promise<void> {
    return forgetGuesses(tx, account, network);
  }

  deleteOld(tx: Tx): Promise<void> {
    return deleteOldGuesses(tx);
  }
}

/** @throws AppError RATE_LIMITED where there is something to wait for */
export function rejectFor(waitMs: number): void {
  if (waitMs === 0) return;
  throw new AppError(commonErrors.RATE_LIMITED, {
    details: { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  });
}
