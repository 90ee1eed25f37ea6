import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GoogleProvider } from '../google/google-provider.js';
import { IdentitiesModule } from '../identities/identities.module.js';
import { deleteExpiredAttempts } from './google-attempts.queries.js';
import { deleteOldProofs } from './google-proofs.js';
import { GoogleSignInController } from './google-sign-in.controller.js';
import { GoogleSignInService } from './google-sign-in.service.js';
import { GoogleAttempt } from './google-attempt.entity.js';

/** Signing in with Google: both halves of the visit. */
@Module({
  imports: [TypeOrmModule.forFeature([GoogleAttempt]), IdentitiesModule],
  controllers: [GoogleSignInController],
  providers: [
    GoogleSignInService,
    GoogleProvider,
    deletesOld('GoogleAttemptsJobs', deleteExpiredAttempts),
    deletesOld('GoogleProofsJobs', deleteOldProofs),
  ],
})
export class GoogleSignInModule {}
