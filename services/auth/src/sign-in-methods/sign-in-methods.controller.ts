import * as calls from '@likewell/contracts/auth/sign-in-methods-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { SignInMethodAdder } from './sign-in-method-adder.js';
import { SignInMethodsService } from './sign-in-methods.service.js';

@Controller()
export class SignInMethodsController {
  constructor(
    private readonly methods: SignInMethodsService,
    private readonly adder: SignInMethodAdder,
  ) {}

  @Rpc(calls.listSignInMethods)
  async list({ memberId }: RpcInput<typeof calls.listSignInMethods>) {
    return { items: await this.methods.list(memberId) };
  }

  @Rpc(calls.removeSignInMethod)
  async remove(removal: RpcInput<typeof calls.removeSignInMethod>) {
    return { ended: await this.methods.remove(removal) };
  }

  @Rpc(calls.addPassword)
  addPassword(adding: RpcInput<typeof calls.addPassword>) {
    return this.adder.addPassword(adding);
  }

  @Rpc(calls.addSignInMethod)
  add(adding: RpcInput<typeof calls.addSignInMethod>) {
    return this.adder.addProven(adding);
  }
}
