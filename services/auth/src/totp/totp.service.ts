import { authErrors } from '@likewell/contracts/auth/errors';
import type { confirmTotp } from '@likewell/contracts/auth/keys-rpc';
import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { MembersService } from '../members/members.service.js';
import { CodeGuesses } from '../second-factors/code-guesses.js';
import { SecondFactorsService } from '../second-factors/second-factors.service.js';
import { matchingStep } from './totp-code.js';
import { TotpSecrets } from './totp-secrets.js';
import { beginTotp, deleteTotp, findTotp, useStep } from './totp.queries.js';

/** Apps for codes (RFC 6238): one for each member. */
@Injectable()
export class TotpService {
  constructor(
    private readonly database: Database,
    private readonly members: MembersService,
    private readonly secrets: TotpSecrets,
    private readonly factors: SecondFactorsService,
    private readonly guesses: CodeGuesses,
  ) {}

  /** Keeps a secret until its first code confirms it. @throws AppError TOTP_EXISTS */
  async begin(memberId: number, secret: Buffer): Promise<void> {
    const sealed = this.secrets.seal(memberId, secret);
    const isKept = await this.database.transaction((tx) => beginTotp(tx, memberId, sealed));
    if (!isKept) throw new AppError(authErrors.TOTP_EXISTS);
  }

  /**
   * Makes the secret a second factor. @returns whether the recovery codes are the member's now
   * @throws AppError TOTP_NOT_BEGUN, WRONG_CODE, RATE_LIMITED, MEMBER_NOT_FOUND
   */
  async confirm({ memberId, code, recoveryHashes, origin }: RpcInput<typeof confirmTotp>): Promise<boolean> {
    await this.database.transaction((tx) => this.guesses.count(tx, memberId));
    const areCodesNew = await this.database.transaction(async (tx) => {
      await this.members.lock(tx, memberId);
      const totp = await findTotp(tx, memberId);
      if (totp?.isConfirmed !== false) throw new AppError(authErrors.TOTP_NOT_BEGUN);
      await this.use(tx, memberId, code);
      await this.guesses.forget(tx, memberId);
      return this.factors.add(tx, { memberId, method: 'totp', origin }, recoveryHashes);
    });
    await this.factors.announce(memberId);
    return areCodesNew;
  }

  /** One that is not there is removed already. @throws AppError MEMBER_NOT_FOUND */
  async remove(memberId: number, origin: RequestOrigin | undefined): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.members.lock(tx, memberId);
      const isGone = await deleteTotp(tx, memberId);
      if (isGone) await this.factors.remove(tx, { memberId, method: 'totp', origin });
    });
    await this.factors.announce(memberId);
  }

  /** Uses up a code that a member shows as their second factor. @throws AppError WRONG_CODE */
  async prove(tx: Tx, memberId: number, code: string): Promise<void> {
    const totp = await findTotp(tx, memberId);
    if (!totp?.isConfirmed) throw new AppError(authErrors.WRONG_CODE);
    await this.use(tx, memberId, code);
  }

  async isSetUp(memberId: number): Promise<boolean> {
    return (await findTotp(this.database.read, memberId))?.isConfirmed ?? false;
  }

  private async use(tx: Tx, memberId: number, code: string): Promise<void> {
    const totp = await findTotp(tx, memberId);
    const step = totp && matchingStep(this.secrets.open(memberId, totp.secret), code, Date.now());
    if (step === null || !(await useStep(tx, memberId, step))) throw new AppError(authErrors.WRONG_CODE);
  }
}
