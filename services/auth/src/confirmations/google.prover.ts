import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { GoogleProofs } from '../google-sign-in/google-proofs.js';
import { Identity } from '../identities/identity.entity.js';
import type { Prover, Settle } from './prover.js';

/**
 * Proves an identity by an account at Google that the member signs in with, and to which they have just
 * logged in there.
 */
@Injectable()
export class GoogleProver implements Prover<'google'> {
  constructor(private readonly proofs: GoogleProofs) {}

  prove(memberId: number, { proofHash }: { readonly proofHash: string }): Settle {
    return async (tx: Tx) => {
      const subject = await this.proofs.spend(tx, proofHash);
      if (!(await tx.existsBy(Identity, { provider: 'google', subject, memberId })))
        throw new AppError(authErrors.IDENTITY_NOT_CONFIRMED);
    };
  }
}
