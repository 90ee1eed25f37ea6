import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { BudgetJobs } from './budget.jobs.js';
import { deleteOldDays } from './budget.queries.js';
import { BudgetService } from './budget.service.js';

@Module({
  providers: [BudgetService, BudgetJobs, deletesOld('OldBudgetsJobs', deleteOldDays)],
  exports: [BudgetService],
})
export class BudgetModule {}
