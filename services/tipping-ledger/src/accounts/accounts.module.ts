import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { LedgerLockModule } from '../ledger-lock/ledger-lock.module.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsEvents } from './accounts.events.js';
import { AccountsJobs } from './accounts.jobs.js';
import { deleteOldNewcomers, deletePastBudgets } from './accounts.queries.js';
import { AccountsService } from './accounts.service.js';

/** Accounts of members and of the system, and sign-up bonuses. */
@Module({
  imports: [LedgerLockModule],
  controllers: [AccountsController],
  providers: [
    AccountsService,
    AccountsEvents,
    AccountsJobs,
    deletesOld('PastBudgetsJobs', deletePastBudgets),
    deletesOld('NewcomersJobs', deleteOldNewcomers),
  ],
})
export class AccountsModule {}
