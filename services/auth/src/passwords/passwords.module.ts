import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../mail/mail.module.js';
import { MembersModule } from '../members/members.module.js';
import { NetworksModule } from '../networks/networks.module.js';
import { deleteOldGuesses } from '../networks/wrong-passwords.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { SecurityEventsModule } from '../security-events/security-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PasswordChecker } from './password-checker.js';
import { AddressesModule } from '../addresses/addresses.module.js';
import { LogInChecker } from './log-in-checker.js';
import { PasswordChangesService } from './password-changes.service.js';
import { PasswordGuesses } from './password-guesses.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordRegistrationService } from './password-registration.service.js';
import { PasswordSeal } from './password-seal.js';
import { PasswordSignInService } from './password-sign-in.service.js';
import { PasswordsController } from './passwords.controller.js';
import { Identity } from '../identities/identity.entity.js';

/** Registering and signing in with a password. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Identity]),
    AddressesModule,
    MailModule,
    MembersModule,
    NetworksModule,
    SecondFactorsModule,
    SecurityEventsModule,
    SessionsModule,
  ],
  controllers: [PasswordsController],
  providers: [
    PasswordRegistrationService,
    PasswordSignInService,
    PasswordChangesService,
    PasswordHasher,
    PasswordSeal,
    PasswordGuesses,
    PasswordChecker,
    LogInChecker,
    deletesOld('PasswordsJobs', deleteOldGuesses),
  ],
  exports: [PasswordHasher, PasswordSeal, PasswordGuesses, PasswordChecker],
})
export class PasswordsModule {}
