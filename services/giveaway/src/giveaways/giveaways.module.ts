import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from './clock.js';
import { Giveaway } from './giveaway.entity.js';
import { GiveawaysController } from './giveaways.controller.js';
import { GiveawaysService } from './giveaways.service.js';

/** Giveaways, their times and their states. */
@Module({
  imports: [TypeOrmModule.forFeature([Giveaway])],
  controllers: [GiveawaysController],
  providers: [GiveawaysService, Clock],
  exports: [GiveawaysService, Clock],
})
export class GiveawaysModule {}
