import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { openAccount as contract } from '@likewell/contracts/tipping-ledger/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { openAccount } from '../storage/accounts.js';

@Controller()
export class OpenAccountHandler {
  constructor(private readonly database: Database) {}

  @Rpc(contract)
  async handle({ memberId, referrerId }: RpcInput<typeof contract>): Promise<RpcOutput<typeof contract>> {
    const balanceNano = await this.database.transaction((tx) => openAccount(tx, memberId, referrerId));
    return { balanceNano };
  }
}
