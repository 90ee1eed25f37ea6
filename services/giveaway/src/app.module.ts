import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import { Module } from '@nestjs/common';
import { giveawayConfig, type GiveawayConfig } from './config.js';
import { DrawsModule } from './draws/draws.module.js';
import { EntriesModule } from './entries/entries.module.js';
import { GiveawaysModule } from './giveaways/giveaways.module.js';

@Module({ imports: [GiveawaysModule, EntriesModule, DrawsModule] })
class GiveawayAppModule {}

export const giveawayService: ServiceDefinition<GiveawayConfig> = {
  name: 'giveaway',
  config: giveawayConfig,
  module: GiveawayAppModule,
  outside: ({ BITCOIN_SOURCES }) => ({ BITCOIN_SOURCES }),
};
