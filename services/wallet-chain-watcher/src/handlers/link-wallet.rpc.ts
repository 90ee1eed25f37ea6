import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { watcherErrors } from '@likewell/contracts/wallet-chain-watcher/errors';
import { linkWallet as contract } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { claimOfLinked } from '../storage/deposits.js';
import { spendProof } from '../storage/proven-wallet.js';
import { linkWallet } from '../storage/wallets.js';
import { WorkBell } from '../watch/work-bell.js';

@Controller()
export class LinkWalletHandler {
  constructor(
    private readonly database: Database,
    private readonly bell: WorkBell,
  ) {}

  @Rpc(contract)
  async handle({
    memberId,
    address,
    ...signed
  }: RpcInput<typeof contract>): Promise<RpcOutput<typeof contract>> {
    const { wallet, found } = await this.database.transaction(async (tx) => {
      await spendProof(tx, { memberId, purpose: 'link', address }, signed);
      const linked = await linkWallet(tx, memberId, address);
      if (linked === 'taken') throw new AppError(watcherErrors.WALLET_OF_ANOTHER_MEMBER);
      if (linked === 'too-many') throw new AppError(watcherErrors.TOO_MANY_WALLETS);
      return { wallet: linked, found: await claimOfLinked(tx, memberId, address) };
    });
    if (found > 0) this.bell.ring();
    return { address, linkedAt: wallet.linkedAt };
  }
}
