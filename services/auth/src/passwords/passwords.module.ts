import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MembersModule } from '../members/members.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { PasswordHasher } from './password-hasher.js';
import { PasswordsController } from './passwords.controller.js';
import { PasswordsService } from './passwords.service.js';
import { Identity } from '../identities/identity.entity.js';

/** Registering and signing in with a password. */
@Module({
  imports: [TypeOrmModule.forFeature([Identity]), MembersModule, SessionsModule],
  controllers: [PasswordsController],
  providers: [PasswordsService, PasswordHasher],
})
export class PasswordsModule {}
