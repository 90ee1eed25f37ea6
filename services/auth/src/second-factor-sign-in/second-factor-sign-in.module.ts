import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { PasskeysModule } from '../passkeys/passkeys.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { deleteOldTickets } from '../second-factors/tickets.js';
import { TotpModule } from '../totp/totp.module.js';
import { SecondFactorSignInController } from './second-factor-sign-in.controller.js';
import { SecondFactorSignInService } from './second-factor-sign-in.service.js';

/** Finishing a sign-in by a second factor of any kind. */
@Module({
  imports: [PasskeysModule, PasswordsModule, SecondFactorsModule, TotpModule],
  controllers: [SecondFactorSignInController],
  providers: [SecondFactorSignInService, deletesOld('SecondFactorSignInJobs', deleteOldTickets)],
})
export class SecondFactorSignInModule {}
