import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { LIKE_DECIMALS } from '@likewell/contracts/core/money';
import { getDepositSettings, reportDeposit } from '@likewell/contracts/wallet-chain-watcher/rpc';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller, Inject } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { DepositsService } from './deposits.service.js';

@Controller()
export class DepositsController {
  constructor(
    private readonly deposits: DepositsService,
    @Inject(CONFIG) private readonly config: WatcherConfig,
  ) {}

  @Rpc(reportDeposit)
  report({ memberId, signature }: RpcInput<typeof reportDeposit>) {
    return this.deposits.report(memberId, signature);
  }

  @Rpc(getDepositSettings)
  async settings({ memberId }: RpcInput<typeof getDepositSettings>) {
    const { SOLANA_PUBLIC_RPC_URL, SOLANA_RPC_URLS } = this.config;
    const { token, receivingWallet, memo } = await this.deposits.addressFor(memberId);
    return {
      mint: token.mint,
      tokenProgram: token.program,
      receivingWallet,
      decimals: LIKE_DECIMALS,
      rpcUrl: SOLANA_PUBLIC_RPC_URL || (SOLANA_RPC_URLS[0] ?? ''),
      memo,
    };
  }
}
