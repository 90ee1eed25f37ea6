import { Module } from '@nestjs/common';
import { LedgerLockModule } from '../ledger-lock/ledger-lock.module.js';
import { EpochsController } from './epochs.controller.js';
import { EpochsJobs } from './epochs.jobs.js';
import { EpochsService } from './epochs.service.js';

/** Holders' epochs. */
@Module({
  imports: [LedgerLockModule],
  controllers: [EpochsController],
  providers: [EpochsService, EpochsJobs],
})
export class EpochsModule {}
