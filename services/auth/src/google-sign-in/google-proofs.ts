import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { insertProof, takeProof } from './google-proofs.queries.js';

/** Shows whose an account at Google is, without signing anybody in: a token for each, of which only the hash is kept. */
@Injectable()
export class GoogleProofs {
  constructor(private readonly database: Database) {}

  /** Whoever shows the token of this hash has this account. */
  async give(proofHash: string, subject: string): Promise<void> {
    await this.database.transaction((tx) => insertProof(tx, proofHash, subject));
  }

  /** Whose account it is; it works once, within five minutes. @throws AppError IDENTITY_NOT_CONFIRMED */
  async spend(tx: Tx, proofHash: string): Promise<string> {
    const subject = await takeProof(tx, proofHash);
    if (subject === null) throw new AppError(authErrors.IDENTITY_NOT_CONFIRMED);
    return subject;
  }
}
