import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { PasskeyProofs } from './passkey-proofs.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { PasskeysController } from './passkeys.controller.js';
import { deleteOldChallenges } from './passkeys.queries.js';
import { PasskeysService } from './passkeys.service.js';

/** Passkeys, as a sign-in method and as a second factor. */
@Module({
  imports: [SecondFactorsModule],
  controllers: [PasskeysController],
  providers: [
    PasskeysService,
    PasskeySignInService,
    PasskeyProofs,
    deletesOld('PasskeysJobs', deleteOldChallenges),
  ],
  exports: [PasskeysService, PasskeyProofs],
})
export class PasskeysModule {}
