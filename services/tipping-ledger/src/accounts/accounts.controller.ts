import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { getBalance, openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { AccountsService } from './accounts.service.js';

@Controller()
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Rpc(openAccount)
  async open(newcomer: RpcInput<typeof openAccount>) {
    return { balanceNano: await this.accounts.open(newcomer) };
  }

  @Rpc(getBalance)
  balance({ memberId }: RpcInput<typeof getBalance>) {
    return this.accounts.balanceOf(memberId);
  }
}
