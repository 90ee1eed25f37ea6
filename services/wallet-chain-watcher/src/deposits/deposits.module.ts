import { Module } from '@nestjs/common';
import { OwnAccountsModule } from '../own-accounts/own-accounts.module.js';
import { SolanaModule } from '../solana/solana.module.js';
import { ChainJudge } from './chain-judge.js';
import { DepositMetrics } from './deposit-metrics.js';
import { DepositQueue } from './deposit-queue.js';
import { DepositSettler } from './deposit-settler.js';
import { DepositWaiters } from './deposit-waiters.js';
import { DepositsController } from './deposits.controller.js';
import { DepositsJobs } from './deposits.jobs.js';
import { DepositsService } from './deposits.service.js';
import { DepositNotifier } from './deposit-notifier.js';

/** Deposits: how they are judged, whose they are, and how they get to the ledger. */
@Module({
  imports: [SolanaModule, OwnAccountsModule],
  controllers: [DepositsController],
  providers: [
    DepositsService,
    DepositsJobs,
    DepositQueue,
    DepositSettler,
    DepositWaiters,
    ChainJudge,
    DepositNotifier,
    DepositMetrics,
  ],
  exports: [DepositsService, DepositQueue, DepositSettler, DepositNotifier],
})
export class DepositsModule {}
