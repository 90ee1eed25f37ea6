import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GiveawaysModule } from '../giveaways/giveaways.module.js';
import { EntriesController } from './entries.controller.js';
import { EntriesService } from './entries.service.js';
import { Entry } from './entry.entity.js';

/** The social accounts that take part in a giveaway. */
@Module({
  imports: [GiveawaysModule, TypeOrmModule.forFeature([Entry])],
  controllers: [EntriesController],
  providers: [EntriesService],
  exports: [EntriesService],
})
export class EntriesModule {}
