import { Module } from '@nestjs/common';
import { AuthorsModule } from '../authors/authors.module.js';
import { FeedsController } from './feeds.controller.js';
import { FeedsEvents } from './feeds.events.js';
import { FeedsJobs } from './feeds.jobs.js';
import { FeedsService } from './feeds.service.js';
import { PostPeriods } from './post-periods.service.js';

@Module({
  imports: [AuthorsModule],
  controllers: [FeedsController],
  providers: [FeedsService, FeedsEvents, FeedsJobs, PostPeriods],
})
export class FeedsModule {}
