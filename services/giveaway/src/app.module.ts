import type { ServiceDefinition } from '@likewell/service-kit/boot/service-definition';
import { Module } from '@nestjs/common';
import { giveawayConfig, type GiveawayConfig } from './config.js';
import { DrawRunner } from './drawing/draw-runner.js';
import { CheckAccountHandler } from './handlers/check-account.rpc.js';
import { GetGiveawayHandler } from './handlers/get-giveaway.rpc.js';
import { GetProofHandler } from './handlers/get-proof.rpc.js';
import { ListEntriesHandler } from './handlers/list-entries.rpc.js';
import { ListGiveawaysHandler } from './handlers/list-giveaways.rpc.js';
import { RunDrawsCron } from './handlers/run-draws.cron.js';
import { BlockSources } from './outside/block-sources.js';
import { Clock } from './storage/clock.js';
import { Cursors } from './storage/cursors.js';

@Module({
  controllers: [
    ListGiveawaysHandler,
    GetGiveawayHandler,
    CheckAccountHandler,
    GetProofHandler,
    ListEntriesHandler,
    RunDrawsCron,
  ],
  providers: [DrawRunner, BlockSources, Clock, Cursors],
})
class GiveawayModule {}

export const giveawayService: ServiceDefinition<GiveawayConfig> = {
  name: 'giveaway',
  config: giveawayConfig,
  module: GiveawayModule,
};
