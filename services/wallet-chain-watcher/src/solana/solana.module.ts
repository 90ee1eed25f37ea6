import { Module } from '@nestjs/common';
import { Chain } from './chain.js';
import { SolanaMetrics } from './solana-metrics.js';

/** Solana as its configured endpoints show it. */
@Module({ providers: [Chain, SolanaMetrics], exports: [Chain] })
export class SolanaModule {}
