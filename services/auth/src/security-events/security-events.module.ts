import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Global, Module } from '@nestjs/common';
import { FailuresRecorder } from './failures.recorder.js';
import { SecurityEventsController } from './security-events.controller.js';
import { deleteOldSecurityEvents } from './security-events.queries.js';
import { SecurityEventsRecorder } from './security-events.recorder.js';
import { SecurityEventsService } from './security-events.service.js';

/** The security events of accounts, for their members and for operators: written once, never changed. */
@Global()
@Module({
  controllers: [SecurityEventsController],
  providers: [
    SecurityEventsRecorder,
    FailuresRecorder,
    SecurityEventsService,
    deletesOld('SecurityEventsJobs', deleteOldSecurityEvents),
  ],
  exports: [SecurityEventsRecorder, FailuresRecorder],
})
export class SecurityEventsModule {}
