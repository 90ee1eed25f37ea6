import { changePassword, logIn, registerMember } from '@likewell/contracts/auth/rpc';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { PasswordsService } from './passwords.service.js';

@Controller()
export class PasswordsController {
  constructor(private readonly passwords: PasswordsService) {}

  @Rpc(registerMember)
  register(form: RpcInput<typeof registerMember>): Promise<RpcOutput<typeof registerMember>> {
    return this.passwords.register(form);
  }

  @Rpc(logIn)
  logIn(form: RpcInput<typeof logIn>): Promise<RpcOutput<typeof logIn>> {
    return this.passwords.logIn(form);
  }

  @Rpc(changePassword)
  async change(change: RpcInput<typeof changePassword>): Promise<RpcOutput<typeof changePassword>> {
    await this.passwords.change(change);
    return {};
  }
}
