import { totpCode, typedPassword } from '@likewell/contracts/auth/credentials';
import { authErrors } from '@likewell/contracts/auth/errors';
import type { CodeProof } from '@likewell/contracts/auth/keys-rpc';
import type { PasskeyResponse } from '@likewell/contracts/auth/passkey';
import type { confirmIdentity } from '@likewell/contracts/auth/confirmation-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { spendGoogleProof } from '../google-sign-in/google-proofs.js';
import { Identity } from '../identities/identity.entity.js';
import { PasskeyProofs } from '../passkeys/passkey-proofs.js';
import { PasswordChecker } from '../passwords/password-checker.js';
import { PasswordSeal } from '../passwords/password-seal.js';
import { lockSignedIn } from '../sessions/signed-in.js';
import { CodeProofs } from '../totp/code-proofs.js';
import { WalletProofs, type WalletStatement } from '../wallet-sign-in/wallet-proofs.js';

type Confirming = RpcInput<typeof confirmIdentity>;

/** Completes a proof in the transaction that confirms: it uses up what was shown, and checks that it still holds. */
export type Settle = (tx: Tx) => Promise<void>;

/** Checks, for each way, whether a proof shows that somebody is a given member. */
@Injectable()
export class IdentityProver {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordChecker,
    private readonly seal: PasswordSeal,
    private readonly wallets: WalletProofs,
    private readonly passkeys: PasskeyProofs,
    private readonly codes: CodeProofs,
  ) {}

  /**
   * @throws AppError WRONG_PASSWORD, WRONG_CODE, IDENTITY_NOT_CONFIRMED, RATE_LIMITED, OVERLOADED; the returned
   *   function may throw them as well
   */
  prove(confirming: Confirming): Settle | Promise<Settle> {
    const { memberId, proof, origin } = confirming;
    switch (proof.way) {
      case 'password':
        // A wrong one counts as a guess, as at sign-in.
        return this.passwords.checkOwn(memberId, this.seal.open(typedPassword, proof.password), origin);
      case 'google':
        return (tx) => byGoogle(tx, memberId, proof.proofHash);
      case 'wallet':
        return this.byWallet(memberId, proof);
      case 'passkey':
        return this.byPasskey(memberId, proof.response);
      case 'totp':
        return this.byCode(confirming, { ...proof, code: this.seal.open(totpCode, proof.code) });
      case 'recovery-code':
        return this.byCode(confirming, proof);
    }
  }

  /** By the signature of a wallet that the member signs in with. */
  private byWallet(memberId: number, statement: WalletStatement): Settle {
    const spend = this.wallets.confirm(statement);
    return async (tx) => {
      await assertTheirs(tx, { provider: 'wallet', subject: statement.address, memberId });
      await spend(tx);
    };
  }

  /** By one of the member's passkeys. The check uses up the challenge. */
  private async byPasskey(memberId: number, response: PasskeyResponse): Promise<Settle> {
    await this.passkeys.check(response, { purpose: 'confirm', memberId }).catch((cause: unknown) => {
      throw cause instanceof AppError ? new AppError(authErrors.IDENTITY_NOT_CONFIRMED, { cause }) : cause;
    });
    return () => Promise.resolve();
  }

  /** By a code of the member's app, or a recovery code. */
  private async byCode(confirming: Confirming, proof: CodeProof): Promise<Settle> {
    const { memberId } = confirming;
    await this.database.transaction((tx) => this.codes.count(tx, 'confirmation', memberId, proof.way));
    return async (tx) => {
      await lockSignedIn(tx, confirming);
      await this.codes.spend(tx, 'confirmation', memberId, proof);
    };
  }
}

/** By an account that the member signs in with, and to which they have just logged in at Google. */
async function byGoogle(tx: Tx, memberId: number, proofHash: string): Promise<void> {
  const subject = await spendGoogleProof(tx, proofHash);
  await assertTheirs(tx, { provider: 'google', subject, memberId });
}

/** @throws AppError IDENTITY_NOT_CONFIRMED */
async function assertTheirs(
  tx: Tx,
  identity: Pick<Identity, 'provider' | 'subject' | 'memberId'>,
): Promise<void> {
  if (!(await tx.existsBy(Identity, identity))) throw new AppError(authErrors.IDENTITY_NOT_CONFIRMED);
}
