import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GoogleProvider } from '../google/google-provider.js';
import { IdentitiesModule } from '../identities/identities.module.js';
import { SecurityEventsModule } from '../security-events/security-events.module.js';
import { GoogleSignInController } from './google-sign-in.controller.js';
import { GoogleSignInJobs } from './google-sign-in.jobs.js';
import { GoogleSignInService } from './google-sign-in.service.js';
import { GoogleProofs } from './google-proofs.js';
import { GoogleAttempt } from './google-attempt.entity.js';

/** The two halves of the pop-up. */
@Module({
  imports: [TypeOrmModule.forFeature([GoogleAttempt]), IdentitiesModule, SecurityEventsModule],
  controllers: [GoogleSignInController],
  providers: [GoogleSignInService, GoogleSignInJobs, GoogleProvider, GoogleProofs],
  exports: [GoogleProofs],
})
export class GoogleSignInModule {}
