import { totpCode, totpSecret } from '@likewell/contracts/auth/credentials';
import { beginTotp, confirmTotp, removeTotp } from '@likewell/contracts/auth/keys-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { PasswordSeal } from '../passwords/password-seal.js';
import { TotpService } from './totp.service.js';

@Controller()
export class TotpController {
  constructor(
    private readonly totp: TotpService,
    private readonly seal: PasswordSeal,
  ) {}

  @Rpc(beginTotp)
  async begin({ memberId, secret }: RpcInput<typeof beginTotp>) {
    await this.totp.begin(memberId, Buffer.from(this.seal.open(totpSecret, secret), 'hex'));
    return {};
  }

  @Rpc(confirmTotp)
  async confirm(shown: RpcInput<typeof confirmTotp>) {
    const code = this.seal.open(totpCode, shown.code);
    const setId = await this.totp.confirm({ ...shown, code });
    return { areCodesNew: setId !== null, setId };
  }

  @Rpc(removeTotp)
  async remove(removal: RpcInput<typeof removeTotp>) {
    await this.totp.remove(removal);
    return {};
  }
}
