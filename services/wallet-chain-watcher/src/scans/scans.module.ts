import { Module } from '@nestjs/common';
import { DepositsModule } from '../deposits/deposits.module.js';
import { OwnAccountsModule } from '../own-accounts/own-accounts.module.js';
import { ReconciliationModule } from '../reconciliation/reconciliation.module.js';
import { SolanaModule } from '../solana/solana.module.js';
import { ChainScanner } from './chain-scanner.js';
import { ScanMetrics } from './scan-metrics.js';
import { ScansJobs } from './scans.jobs.js';

/** Reads the history of our accounts for deposits that nobody reported. */
@Module({
  imports: [SolanaModule, OwnAccountsModule, DepositsModule, ReconciliationModule],
  providers: [ScansJobs, ChainScanner, ScanMetrics],
})
export class ScansModule {}
