import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { getBalance } from '@likewell/contracts/tipping-ledger/rpc';
import { watcherErrors } from '@likewell/contracts/wallet-chain-watcher/errors';
import { claimDeposits } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { claimSentBy } from '../storage/deposits.js';
import { spendProof } from '../storage/proven-wallet.js';
import { findWallet } from '../storage/wallets.js';
import { DepositSettler } from '../watch/deposit-settler.js';

const MOST = 500;

/** The claim stands once it is committed; should the ledger be away, it is told later. */
@Controller()
export class ClaimDepositsHandler {
  constructor(
    private readonly database: Database,
    private readonly settler: DepositSettler,
    private readonly rpc: RpcClient,
  ) {}

  @Rpc(claimDeposits)
  async handle({
    memberId,
    address,
    ...signed
  }: RpcInput<typeof claimDeposits>): Promise<RpcOutput<typeof claimDeposits>> {
    const claimed = await this.database.transaction(async (tx) => {
      await spendProof(tx, { memberId, purpose: 'claim', address }, signed);
      const linked = await findWallet(tx, address);
      if (linked && linked.memberId !== memberId) throw new AppError(watcherErrors.WALLET_OF_ANOTHER_MEMBER);
      const deposits = await claimSentBy(tx, { memberId, address, limit: MOST });
      if (deposits.length === 0) throw new AppError(watcherErrors.NOTHING_TO_CLAIM);
      return deposits;
    });
    await this.settler.settle(claimed.map(({ signature }) => signature));
    const { balanceNano } = await this.rpc.call(getBalance, { memberId });
    const claimedNano = claimed.reduce((sum, { amountNano }) => sum + amountNano, 0n);
    return { claimed: claimed.length, claimedNano, balanceNano };
  }
}
