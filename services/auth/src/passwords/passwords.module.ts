import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MembersModule } from '../members/members.module.js';
import { NetworksModule } from '../networks/networks.module.js';
import { SecurityEventsModule } from '../security-events/security-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PasswordGuesses } from './password-guesses.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordSeal } from './password-seal.js';
import { PasswordsController } from './passwords.controller.js';
import { PasswordsJobs } from './passwords.jobs.js';
import { PasswordsService } from './passwords.service.js';
import { Identity } from '../identities/identity.entity.js';

/** Registering and signing in with a password. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Identity]),
    MembersModule,
    NetworksModule,
    SecurityEventsModule,
    SessionsModule,
  ],
  controllers: [PasswordsController],
  providers: [PasswordsService, PasswordHasher, PasswordSeal, PasswordGuesses, PasswordsJobs],
})
export class PasswordsModule {}
