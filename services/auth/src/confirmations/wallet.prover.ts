import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { Identity } from '../identities/identity.entity.js';
import { WalletProofs, type WalletStatement } from '../wallet-sign-in/wallet-proofs.js';
import type { Prover, Settle } from './prover.js';

/** Proves an identity by the signature of a wallet that the member signs in with. */
@Injectable()
export class WalletProver implements Prover<'wallet'> {
  constructor(private readonly proofs: WalletProofs) {}

  prove(memberId: number, statement: WalletStatement): Settle {
    const spend = this.proofs.confirm(statement);
    return async (tx: Tx) => {
      const identity = { provider: 'wallet', subject: statement.address, memberId } as const;
      if (!(await tx.existsBy(Identity, identity))) throw new AppError(authErrors.IDENTITY_NOT_CONFIRMED);
      await spend(tx);
    };
  }
}
