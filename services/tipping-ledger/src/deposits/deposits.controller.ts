import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { claimDeposit, creditDeposit, getDepositTotals } from '@likewell/contracts/tipping-ledger/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { DepositsService } from './deposits.service.js';

@Controller()
export class DepositsController {
  constructor(private readonly deposits: DepositsService) {}

  @Rpc(creditDeposit)
  credit(deposit: RpcInput<typeof creditDeposit>) {
    return this.deposits.credit(deposit);
  }

  @Rpc(claimDeposit)
  claim({ signature, memberId }: RpcInput<typeof claimDeposit>) {
    return this.deposits.claim(signature, memberId);
  }

  @Rpc(getDepositTotals)
  async totals() {
    return { depositedNano: await this.deposits.total() };
  }
}
