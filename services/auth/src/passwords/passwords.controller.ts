import { newPassword, typedPassword } from '@likewell/contracts/auth/credentials';
import { changePassword } from '@likewell/contracts/auth/passwords-rpc';
import { logIn, registerMember } from '@likewell/contracts/auth/sign-in-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { PasswordChangesService } from './password-changes.service.js';
import { PasswordRegistrationService } from './password-registration.service.js';
import { PasswordSeal } from './password-seal.js';
import { PasswordSignInService } from './password-sign-in.service.js';

@Controller()
export class PasswordsController {
  constructor(
    private readonly registration: PasswordRegistrationService,
    private readonly signIn: PasswordSignInService,
    private readonly changes: PasswordChangesService,
    private readonly seal: PasswordSeal,
  ) {}

  @Rpc(registerMember)
  async register(form: RpcInput<typeof registerMember>) {
    return this.registration.register({ ...form, password: this.seal.open(newPassword, form.password) });
  }

  @Rpc(logIn)
  async logIn(form: RpcInput<typeof logIn>) {
    return this.signIn.logIn({ ...form, password: this.seal.open(typedPassword, form.password) });
  }

  @Rpc(changePassword)
  async change(change: RpcInput<typeof changePassword>) {
    await this.changes.change({
      ...change,
      oldPassword: this.seal.open(typedPassword, change.oldPassword),
      newPassword: this.seal.open(newPassword, change.newPassword),
    });
    return {};
  }
}
