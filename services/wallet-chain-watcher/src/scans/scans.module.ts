import { Module } from '@nestjs/common';
import { DepositsModule } from '../deposits/deposits.module.js';
import { OwnAccountsModule } from '../own-accounts/own-accounts.module.js';
import { ReconciliationModule } from '../reconciliation/reconciliation.module.js';
import { SolanaModule } from '../solana/solana.module.js';
import { ChainScanner } from './chain-scanner.js';
import { HistoryReader } from './history-reader.js';
import { ScanMetrics } from './scan-metrics.js';
import { ScansJobs } from './scans.jobs.js';
import { Sweeper } from './sweeper.js';

/** Reads the history of our accounts for deposits that nobody reported. */
@Module({
  imports: [SolanaModule, OwnAccountsModule, DepositsModule, ReconciliationModule],
  providers: [ScansJobs, ChainScanner, Sweeper, HistoryReader, ScanMetrics],
})
export class ScansModule {}
