import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { LIKE_DECIMALS } from '@likewell/contracts/kernel/money';
import { getDepositSettings } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { CONFIG } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller, Inject } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { depositMemo } from '../domain/deposit-memo.js';
import { depositCodeOf } from '../storage/deposit-codes.js';

@Controller()
export class GetDepositSettingsHandler {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: WatcherConfig,
  ) {}

  @Rpc(getDepositSettings)
  async handle({
    memberId,
  }: RpcInput<typeof getDepositSettings>): Promise<RpcOutput<typeof getDepositSettings>> {
    const code = await this.database.transaction((tx) => depositCodeOf(tx, memberId));
    return {
      mint: this.config.LIKE_MINT,
      receivingWallet: this.config.RECEIVING_WALLET,
      decimals: LIKE_DECIMALS,
      rpcUrl: this.config.SOLANA_PUBLIC_RPC_URL || (this.config.SOLANA_RPC_URLS[0] ?? ''),
      memo: depositMemo(code),
    };
  }
}
