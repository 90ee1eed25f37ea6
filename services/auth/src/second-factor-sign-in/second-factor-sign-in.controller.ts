import { totpCode } from '@likewell/contracts/auth/credentials';
import { finishSecondFactor, getKeys, replaceRecoveryCodes } from '@likewell/contracts/auth/keys-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { PasskeysService } from '../passkeys/passkeys.service.js';
import { PasswordSeal } from '../passwords/password-seal.js';
import { SecondFactorsService } from '../second-factors/second-factors.service.js';
import { TotpService } from '../totp/totp.service.js';
import { SecondFactorSignInService } from './second-factor-sign-in.service.js';

@Controller()
export class SecondFactorSignInController {
  constructor(
    private readonly signIn: SecondFactorSignInService,
    private readonly factors: SecondFactorsService,
    private readonly totp: TotpService,
    private readonly passkeys: PasskeysService,
    private readonly seal: PasswordSeal,
  ) {}

  @Rpc(finishSecondFactor)
  finish(shown: RpcInput<typeof finishSecondFactor>) {
    const { proof } = shown;
    if (proof.way !== 'totp') return this.signIn.finish(shown);
    return this.signIn.finish({ ...shown, proof: { ...proof, code: this.seal.open(totpCode, proof.code) } });
  }

  @Rpc(getKeys)
  async get({ memberId }: RpcInput<typeof getKeys>) {
    const [hasTotp, recoveryCodes, passkeys] = await Promise.all([
      this.totp.isSetUp(memberId),
      this.factors.findCodes(memberId),
      this.passkeys.list(memberId),
    ]);
    return {
      hasTotp,
      recoveryCodesLeft: recoveryCodes.left,
      recoveryCodesSetId: recoveryCodes.setId,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt })),
    };
  }

  @Rpc(replaceRecoveryCodes)
  async replaceCodes({ recoveryHashes, ...requested }: RpcInput<typeof replaceRecoveryCodes>) {
    return { setId: await this.factors.replaceCodes(requested, recoveryHashes) };
  }
}
