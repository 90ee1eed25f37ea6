import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BitcoinModule } from '../bitcoin/bitcoin.module.js';
import { EntriesModule } from '../entries/entries.module.js';
import { GiveawaysModule } from '../giveaways/giveaways.module.js';
import { DrawRunner } from './draw-runner.js';
import { DrawsController } from './draws.controller.js';
import { DrawsJobs } from './draws.jobs.js';
import { DrawsService } from './draws.service.js';
import { FailingGiveaways } from './failing-giveaways.js';
import { Postponement } from './postponement.entity.js';
import { Winner } from './winner.entity.js';

/** Finds the winners: commitment, block, tickets, and the proof of them. */
@Module({
  imports: [GiveawaysModule, EntriesModule, BitcoinModule, TypeOrmModule.forFeature([Winner, Postponement])],
  controllers: [DrawsController],
  providers: [DrawsService, DrawRunner, FailingGiveaways, DrawsJobs],
})
export class DrawsModule {}
