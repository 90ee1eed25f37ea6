import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { listWallets } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { findWallets } from '../storage/wallets.js';

@Controller()
export class ListWalletsHandler {
  constructor(private readonly database: Database) {}

  @Rpc(listWallets)
  async handle({ memberId }: RpcInput<typeof listWallets>): Promise<RpcOutput<typeof listWallets>> {
    return { items: await findWallets(this.database.read, memberId) };
  }
}
