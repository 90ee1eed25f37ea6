import type { ServiceDefinition } from '@likewell/service-kit/boot/service-definition';
import { Module } from '@nestjs/common';
import { watcherConfig, type WatcherConfig } from './config.js';
import { BeginWalletProofHandler } from './handlers/begin-wallet-proof.rpc.js';
import { ClaimDepositsHandler } from './handlers/claim-deposits.rpc.js';
import { DeleteExpiredWalletProofsCron } from './handlers/delete-expired-wallet-proofs.cron.js';
import { GetDepositSettingsHandler } from './handlers/get-deposit-settings.rpc.js';
import { LinkWalletOnWalletProved } from './handlers/link-wallet.on-wallet-proved.js';
import { LinkWalletHandler } from './handlers/link-wallet.rpc.js';
import { ListWalletsHandler } from './handlers/list-wallets.rpc.js';
import { ReportDepositHandler } from './handlers/report-deposit.rpc.js';
import { ScanChainCron } from './handlers/scan-chain.cron.js';
import { SettleDepositsCron } from './handlers/settle-deposits.cron.js';
import { UnlinkWalletHandler } from './handlers/unlink-wallet.rpc.js';
import { ChainMetrics } from './outside/chain-metrics.js';
import { Chain } from './outside/chain.js';
import { LikeMint } from './outside/like-mint.js';
import { PriceModule } from './price.module.js';
import { ChainJudge } from './watch/chain-judge.js';
import { ChainScanner } from './watch/chain-scanner.js';
import { DepositSettler } from './watch/deposit-settler.js';
import { DepositWaiters } from './watch/deposit-waiters.js';
import { WorkBell } from './watch/work-bell.js';

@Module({
  imports: [PriceModule],
  controllers: [
    ReportDepositHandler,
    GetDepositSettingsHandler,
    ListWalletsHandler,
    BeginWalletProofHandler,
    LinkWalletHandler,
    UnlinkWalletHandler,
    ClaimDepositsHandler,
    LinkWalletOnWalletProved,
    ScanChainCron,
    SettleDepositsCron,
    DeleteExpiredWalletProofsCron,
  ],
  providers: [
    Chain,
    ChainMetrics,
    LikeMint,
    ChainJudge,
    DepositSettler,
    DepositWaiters,
    ChainScanner,
    WorkBell,
  ],
})
class WatcherModule {}

export const watcherService: ServiceDefinition<WatcherConfig> = {
  name: 'wallet-chain-watcher',
  config: watcherConfig,
  module: WatcherModule,
};
