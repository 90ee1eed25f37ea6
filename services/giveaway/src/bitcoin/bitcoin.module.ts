import { Module } from '@nestjs/common';
import { BlockSources } from './block-sources.js';

/** Explorers of Bitcoin's chain, whose blocks decide draws. */
@Module({ providers: [BlockSources], exports: [BlockSources] })
export class BitcoinModule {}
