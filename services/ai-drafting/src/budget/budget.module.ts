import { Module } from '@nestjs/common';
import { BudgetService } from './budget.service.js';
import { SpentGauge } from './spent-gauge.js';

@Module({ providers: [BudgetService, SpentGauge], exports: [BudgetService] })
export class BudgetModule {}
