import { Module } from '@nestjs/common';
import { BlockSources } from './block-sources.js';

/** Explorers of the Bitcoin chain, whose blocks decide draws. */
@Module({ providers: [BlockSources], exports: [BlockSources] })
export class BitcoinModule {}
