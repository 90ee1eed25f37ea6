import { Module } from '@nestjs/common';
import { Chain } from './chain.js';
import { ChainIdentity } from './chain-identity.js';

/** Solana as its configured endpoints report it. */
@Module({ providers: [Chain, ChainIdentity], exports: [Chain, ChainIdentity] })
export class SolanaModule {}
