import { Module } from '@nestjs/common';
import { SolanaModule } from '../solana/solana.module.js';
import { ReconciliationMetrics } from './reconciliation-metrics.js';
import { Reconciler } from './reconciler.js';

/** Comparison of the deposits with the ledger and with what our accounts hold on chain. */
@Module({ imports: [SolanaModule], providers: [Reconciler, ReconciliationMetrics], exports: [Reconciler] })
export class ReconciliationModule {}
