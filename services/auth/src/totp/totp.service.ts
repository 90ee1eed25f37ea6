import { authErrors } from '@likewell/contracts/auth/errors';
import type { confirmTotp, removeTotp } from '@likewell/contracts/auth/keys-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { countCode, forgetCodes } from '../second-factors/code-guesses.js';
import { SecondFactorsService } from '../second-factors/second-factors.service.js';
import { CodeProofs } from './code-proofs.js';
import { TotpSecrets } from './totp-secrets.js';
import { beginTotp, deleteTotp, findTotp, type Totp } from './totp.queries.js';

/** Authenticator apps (RFC 6238), one for each member. */
@Injectable()
export class TotpService {
  constructor(
    private readonly database: Database,
    private readonly secrets: TotpSecrets,
    private readonly codes: CodeProofs,
    private readonly factors: SecondFactorsService,
  ) {}

  /** Stores a secret until its first code confirms it. @throws AppError TOTP_EXISTS */
  async begin(memberId: number, secret: Buffer): Promise<void> {
    const sealed = this.secrets.seal(memberId, secret);
    const isKept = await this.database.transaction((tx) => beginTotp(tx, memberId, sealed));
    if (!isKept) throw new AppError(authErrors.TOTP_EXISTS);
  }

  /**
   * Makes the secret a second factor.
   * @returns the number of the set that the given recovery codes now are; null if the member has codes already
   * @throws AppError TOTP_NOT_BEGUN, WRONG_CODE, RATE_LIMITED, MEMBER_NOT_FOUND
   */
  async confirm({
    memberId,
    tokenHash,
    code,
    recoveryHashes,
    origin,
  }: RpcInput<typeof confirmTotp>): Promise<number | null> {
    await this.database.transaction(async (tx) => {
      await findBegun(tx, memberId);
      await countCode(tx, 'totp-setup', memberId);
    });
    const adding = { memberId, tokenHash, method: 'totp', origin } as const;
    return this.factors.add(adding, recoveryHashes, async (tx) => {
      await this.codes.spendCode(tx, memberId, await findBegun(tx, memberId), code);
      await forgetCodes(tx, 'totp-setup', memberId);
    });
  }

  /** Removes the app; it is no error if there is none. @throws AppError MEMBER_NOT_FOUND */
  remove({ memberId, tokenHash, origin }: RpcInput<typeof removeTotp>): Promise<void> {
    const removal = { memberId, method: 'totp', origin, tokenHash } as const;
    return this.factors.remove(removal, (tx) => deleteTotp(tx, memberId));
  }

  async isSetUp(memberId: number): Promise<boolean> {
    return (await findTotp(this.database.read, memberId))?.isConfirmed ?? false;
  }
}

/** Returns a secret that waits for its first code. @throws AppError TOTP_NOT_BEGUN */
async function findBegun(tx: Tx, memberId: number): Promise<Totp> {
  const totp = await findTotp(tx, memberId);
  if (totp?.isConfirmed !== false) throw new AppError(authErrors.TOTP_NOT_BEGUN);
  return totp;
}
