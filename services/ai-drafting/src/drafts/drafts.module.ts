import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BudgetModule } from '../budget/budget.module.js';
import { DraftProvider } from '../openai/draft-provider.js';
import { Draft } from './draft.entity.js';
import { DraftsController } from './drafts.controller.js';
import { deleteOldDrafts } from './drafts.queries.js';
import { DraftsService } from './drafts.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Draft]), BudgetModule],
  controllers: [DraftsController],
  providers: [DraftsService, DraftProvider, deletesOld('DraftsJobs', deleteOldDrafts)],
})
export class DraftsModule {}
