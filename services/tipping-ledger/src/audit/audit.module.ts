import { Module } from '@nestjs/common';
import { AuditGauges } from './audit-gauges.js';
import { AuditJobs } from './audit.jobs.js';

/** The audit of the ledger, which runs while tips are settled. */
@Module({ providers: [AuditJobs, AuditGauges] })
export class AuditModule {}
