import { Module } from '@nestjs/common';
import { AvatarsModule } from '../avatars/avatars.module.js';
import { DeletionsController } from './deletions.controller.js';
import { DeletionsJobs } from './deletions.jobs.js';
import { DeletionsService } from './deletions.service.js';

/** Deletion of accounts, 14 days after their members request it. */
@Module({
  imports: [AvatarsModule],
  controllers: [DeletionsController],
  providers: [DeletionsService, DeletionsJobs],
})
export class DeletionsModule {}
