import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AiDraft } from './ai-draft.entity.js';
import { DraftsEvents } from './drafts.events.js';
import { DraftsJobs } from './drafts.jobs.js';
import { DraftsService } from './drafts.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([AiDraft])],
  providers: [DraftsService, DraftsEvents, DraftsJobs],
})
export class DraftsModule {}
