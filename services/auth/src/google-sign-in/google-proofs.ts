import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { insertProof, takeProof } from './google-proofs.queries.js';

/**
 * Proves who owns an account at Google, without signing anybody in: one token for each proof, stored only as
 * a hash.
 */
@Injectable()
export class GoogleProofs {
  constructor(private readonly database: Database) {}

  /** Records that the holder of the token with this hash owns this account. */
  async give(proofHash: string, subject: string): Promise<void> {
    await this.database.transaction((tx) => insertProof(tx, proofHash, subject));
  }

  /**
   * Returns the account of a proof; it works once, within five minutes.
   * @throws AppError IDENTITY_NOT_CONFIRMED
   */
  async spend(tx: Tx, proofHash: string): Promise<string> {
    const subject = await takeProof(tx, proofHash);
    if (subject === null) throw new AppError(authErrors.IDENTITY_NOT_CONFIRMED);
    return subject;
  }
}
