import { Module } from '@nestjs/common';
import { ProofsController } from './proofs.controller.js';
import { ProofsJobs } from './proofs.jobs.js';
import { ProofsService } from './proofs.service.js';

/** Proofs that a member holds a wallet's keys. */
@Module({ controllers: [ProofsController], providers: [ProofsService, ProofsJobs], exports: [ProofsService] })
export class ProofsModule {}
