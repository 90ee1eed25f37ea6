import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  finishPasskeySignIn,
  removePasskey,
} from '@likewell/contracts/auth/keys-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { PasskeyProofs } from './passkey-proofs.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { PasskeysService } from './passkeys.service.js';

@Controller()
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly signIn: PasskeySignInService,
    private readonly proofs: PasskeyProofs,
  ) {}

  @Rpc(beginPasskey)
  async begin({ memberId }: RpcInput<typeof beginPasskey>) {
    return { options: await this.passkeys.begin(memberId) };
  }

  @Rpc(addPasskey)
  async add(made: RpcInput<typeof addPasskey>) {
    const setId = await this.passkeys.add(made);
    return { areCodesNew: setId !== null, setId };
  }

  @Rpc(removePasskey)
  async remove(removal: RpcInput<typeof removePasskey>) {
    await this.passkeys.remove(removal);
    return {};
  }

  @Rpc(beginPasskeySignIn)
  async ask({ ticketHash }: RpcInput<typeof beginPasskeySignIn>) {
    return { options: await this.signIn.begin(ticketHash) };
  }

  @Rpc(beginPasskeyConfirmation)
  async askAgain({ memberId }: RpcInput<typeof beginPasskeyConfirmation>) {
    return { options: await this.proofs.ask({ purpose: 'confirm', memberId }) };
  }

  @Rpc(finishPasskeySignIn)
  finish(shown: RpcInput<typeof finishPasskeySignIn>) {
    return this.signIn.finish(shown);
  }
}
