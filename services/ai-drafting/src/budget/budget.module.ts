import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { deleteOldDays } from './budget.queries.js';
import { BudgetService } from './budget.service.js';
import { SpentGauge } from './spent-gauge.js';

@Module({
  providers: [BudgetService, SpentGauge, deletesOld('BudgetJobs', deleteOldDays)],
  exports: [BudgetService],
})
export class BudgetModule {}
