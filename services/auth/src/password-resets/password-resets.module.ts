import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NetworksModule } from '../networks/networks.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SecurityEventsModule } from '../security-events/security-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PasswordResetsController } from './password-resets.controller.js';
import { PasswordResetsJobs } from './password-resets.jobs.js';
import { PasswordResetsService } from './password-resets.service.js';
import { ResetRequestsService } from './reset-requests.service.js';

/** Setting a new password by a link to the verified address, for members who forgot theirs or never had one. */
@Module({
  imports: [
    AddressesModule,
    MailModule,
    NetworksModule,
    PasswordsModule,
    SecurityEventsModule,
    SessionsModule,
  ],
  controllers: [PasswordResetsController],
  providers: [PasswordResetsService, ResetRequestsService, PasswordResetsJobs],
})
export class PasswordResetsModule {}
