import { beginWalletSignIn, finishWalletSignIn } from '@likewell/contracts/auth/sign-in-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { WalletSignInService } from './wallet-sign-in.service.js';

@Controller()
export class WalletSignInController {
  constructor(private readonly wallets: WalletSignInService) {}

  @Rpc(beginWalletSignIn)
  begin({ host }: RpcInput<typeof beginWalletSignIn>) {
    return this.wallets.begin(host);
  }

  @Rpc(finishWalletSignIn)
  finish(statement: RpcInput<typeof finishWalletSignIn>) {
    return this.wallets.finish(statement);
  }
}
