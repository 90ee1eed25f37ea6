import { Module } from '@nestjs/common';
import { AuthorsModule } from '../authors/authors.module.js';
import { FeedsController } from './feeds.controller.js';
import { FeedsEvents } from './feeds.events.js';
import { FeedsService } from './feeds.service.js';
import { PostPeriodsJobs } from './post-periods.jobs.js';
import { PostPeriods } from './post-periods.service.js';

@Module({
  imports: [AuthorsModule],
  controllers: [FeedsController],
  providers: [FeedsService, FeedsEvents, PostPeriods, PostPeriodsJobs],
})
export class FeedsModule {}
