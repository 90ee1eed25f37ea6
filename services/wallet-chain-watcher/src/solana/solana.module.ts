import { Module } from '@nestjs/common';
import { Chain } from './chain.js';
import { ChainIdentity } from './chain-identity.js';
import { SolanaMetrics } from './solana-metrics.js';

/** Solana as its configured endpoints report it. */
@Module({ providers: [Chain, ChainIdentity, SolanaMetrics], exports: [Chain, ChainIdentity] })
export class SolanaModule {}
