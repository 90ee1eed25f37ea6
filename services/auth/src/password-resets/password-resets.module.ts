import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PasswordResetsController } from './password-resets.controller.js';
import { PasswordResetsJobs } from './password-resets.jobs.js';
import { PasswordResetsService } from './password-resets.service.js';
import { ResetRequestsService } from './reset-requests.service.js';

/** Setting a new password by a link to the verified address, for members who forgot theirs or never had one. */
@Module({
  imports: [AddressesModule, PasswordsModule],
  controllers: [PasswordResetsController],
  providers: [PasswordResetsService, ResetRequestsService, PasswordResetsJobs],
})
export class PasswordResetsModule {}
