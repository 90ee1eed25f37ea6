import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { MembersModule } from '../members/members.module.js';
import { deleteOldGuesses } from '../networks/wrong-passwords.js';
import { SecondFactorsModule } from '../second-factors/second-factors.module.js';
import { PasswordChecker } from './password-checker.js';
import { AddressesModule } from '../addresses/addresses.module.js';
import { LogInChecker } from './log-in-checker.js';
import { NewPasswords } from './new-passwords.js';
import { PasswordChangesService } from './password-changes.service.js';
import { PasswordGuesses } from './password-guesses.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordRegistrationService } from './password-registration.service.js';
import { PasswordSeal } from './password-seal.js';
import { PasswordSignInService } from './password-sign-in.service.js';
import { PasswordsController } from './passwords.controller.js';

/** Registering and signing in with a password. */
@Module({
  imports: [AddressesModule, MembersModule, SecondFactorsModule],
  controllers: [PasswordsController],
  providers: [
    PasswordRegistrationService,
    PasswordSignInService,
    PasswordChangesService,
    PasswordHasher,
    PasswordSeal,
    PasswordGuesses,
    PasswordChecker,
    NewPasswords,
    LogInChecker,
    deletesOld('PasswordsJobs', deleteOldGuesses),
  ],
  exports: [PasswordSeal, PasswordGuesses, PasswordChecker, NewPasswords],
})
export class PasswordsModule {}
