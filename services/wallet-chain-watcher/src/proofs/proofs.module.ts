import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { ProofsController } from './proofs.controller.js';
import { deleteExpiredProofs } from './proofs.queries.js';
import { ProofsService } from './proofs.service.js';

/** Proofs that a member holds a wallet's keys. */
@Module({
  controllers: [ProofsController],
  providers: [ProofsService, deletesOld('ProofsJobs', deleteExpiredProofs)],
  exports: [ProofsService],
})
export class ProofsModule {}
