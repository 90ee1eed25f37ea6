import { authErrors } from '@likewell/contracts/auth/errors';
import type { CodeProof, SecondFactorProof } from '@likewell/contracts/auth/keys-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { countCode, forgetCodes, type Purpose } from '../second-factors/code-guesses.js';
import { takeRecoveryCode } from '../second-factors/recovery-codes.js';
import { matchingStep } from './totp-code.js';
import { TotpSecrets } from './totp-secrets.js';
import { findTotp, spendStep, type Totp } from './totp.queries.js';

/** Codes with which members show their second factor: of an authenticator app, or a recovery code. */
@Injectable()
export class CodeProofs {
  constructor(private readonly secrets: TotpSecrets) {}

  /**
   * Counts an attempt before anything is checked, so that concurrent attempts gain nothing. Six digits can be
   * guessed; 120 random bits and a signature cannot, so they stay available to a member whom guesses keep waiting.
   * @throws AppError RATE_LIMITED
   */
  async count(tx: Tx, purpose: Purpose, memberId: number, way: SecondFactorProof['way']): Promise<void> {
    if (way === 'totp') await countCode(tx, purpose, memberId);
  }

  /** Uses up a code of a member whom the transaction has locked. @throws AppError WRONG_CODE */
  async spend(tx: Tx, purpose: Purpose, memberId: number, proof: CodeProof): Promise<void> {
    if (proof.way === 'recovery-code') {
      const isTaken = await takeRecoveryCode(tx, memberId, proof.codeHash);
      if (!isTaken) throw new AppError(authErrors.WRONG_CODE);
      return;
    }
    const totp = await findTotp(tx, memberId);
    if (!totp?.isConfirmed) throw new AppError(authErrors.WRONG_CODE);
    await this.spendCode(tx, memberId, totp, proof.code);
    await forgetCodes(tx, purpose, memberId);
  }

  /** Uses up a code of this app, which may wait for its first one. @throws AppError WRONG_CODE */
  async spendCode(tx: Tx, memberId: number, totp: Totp, code: string): Promise<void> {
    const secret = this.secrets.open(memberId, totp.secret);
    const step = matchingStep(secret, code, totp.now.getTime());
    const resealed = this.secrets.seal(memberId, secret);
    if (step === null || !(await spendStep(tx, memberId, step, resealed)))
      throw new AppError(authErrors.WRONG_CODE);
  }
}
