import { checkAccount } from '@likewell/contracts/giveaway/rpc';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { normaliseAccount } from '../domain/account.js';
import { hasWon } from '../storage/giveaways.js';

@Controller()
export class CheckAccountHandler {
  constructor(private readonly database: Database) {}

  /** What no account is called has not won either. */
  @Rpc(checkAccount)
  async handle({
    giveawayId,
    account,
  }: RpcInput<typeof checkAccount>): Promise<RpcOutput<typeof checkAccount>> {
    return { won: await hasWon(this.database.read, giveawayId, normaliseAccount(account)) };
  }
}
