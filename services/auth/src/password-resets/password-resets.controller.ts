import { requestPasswordReset, resetPassword } from '@likewell/contracts/auth/address-rpc';
import { newPassword } from '@likewell/contracts/auth/credentials';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { PasswordSeal } from '../passwords/password-seal.js';
import { PasswordResetsService } from './password-resets.service.js';
import { ResetRequestsService } from './reset-requests.service.js';

@Controller()
export class PasswordResetsController {
  constructor(
    private readonly requests: ResetRequestsService,
    private readonly resets: PasswordResetsService,
    private readonly seal: PasswordSeal,
  ) {}

  @Rpc(requestPasswordReset)
  async request(form: RpcInput<typeof requestPasswordReset>) {
    await this.requests.save(form);
    return {};
  }

  @Rpc(resetPassword)
  async reset(form: RpcInput<typeof resetPassword>) {
    await this.resets.reset({ ...form, newPassword: this.seal.open(newPassword, form.newPassword) });
    return {};
  }
}
