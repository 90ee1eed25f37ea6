import { authErrors } from '@likewell/contracts/auth/errors';
import type { PasskeyResponse } from '@likewell/contracts/auth/passkey';
import { AppError } from '@likewell/contracts/core/app-error';
import { Injectable } from '@nestjs/common';
import { PasskeyProofs } from '../passkeys/passkey-proofs.js';
import type { Prover, Settle } from './prover.js';

/** Proves an identity by one of the member's passkeys. The check uses up the challenge. */
@Injectable()
export class PasskeyProver implements Prover<'passkey'> {
  constructor(private readonly proofs: PasskeyProofs) {}

  async prove(memberId: number, { response }: { readonly response: PasskeyResponse }): Promise<Settle> {
    await this.proofs.check(response, { purpose: 'confirm', memberId }).catch((cause: unknown) => {
      throw cause instanceof AppError ? new AppError(authErrors.IDENTITY_NOT_CONFIRMED, { cause }) : cause;
    });
    return () => Promise.resolve();
  }
}
