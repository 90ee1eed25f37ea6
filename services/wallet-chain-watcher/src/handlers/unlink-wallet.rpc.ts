import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { watcherErrors } from '@likewell/contracts/wallet-chain-watcher/errors';
import { unlinkWallet as contract } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { unlinkWallet } from '../storage/wallets.js';

@Controller()
export class UnlinkWalletHandler {
  constructor(private readonly database: Database) {}

  @Rpc(contract)
  async handle({ memberId, address }: RpcInput<typeof contract>): Promise<RpcOutput<typeof contract>> {
    const wasLinked = await this.database.transaction((tx) => unlinkWallet(tx, memberId, address));
    if (!wasLinked) throw new AppError(watcherErrors.WALLET_NOT_LINKED);
    return {};
  }
}
