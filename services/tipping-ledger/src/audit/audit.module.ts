import { Module } from '@nestjs/common';
import { AuditGauges } from './audit-gauges.js';
import { AuditJobs } from './audit.jobs.js';

/** The auditor, which reads the books while they are written. */
@Module({ providers: [AuditJobs, AuditGauges] })
export class AuditModule {}
