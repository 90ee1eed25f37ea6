import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { getBalance } from '@likewell/contracts/tipping-ledger/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { findBalance } from '../storage/accounts.js';

@Controller()
export class GetBalanceHandler {
  constructor(private readonly database: Database) {}

  @Rpc(getBalance)
  async handle({ memberId }: RpcInput<typeof getBalance>): Promise<RpcOutput<typeof getBalance>> {
    return { balanceNano: await findBalance(this.database.read, memberId) };
  }
}
