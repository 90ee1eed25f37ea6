import { Module } from '@nestjs/common';
import { AuditJobs } from './audit.jobs.js';

/** The audit of the ledger, which runs while tips are settled. */
@Module({ providers: [AuditJobs] })
export class AuditModule {}
