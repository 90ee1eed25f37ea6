import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { deleteReleasedUsernames } from '../usernames/former-usernames.js';
import { MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';
import { RegistrationService } from './registration.service.js';
import { Member } from './member.entity.js';

const HOUR_MS = 3_600_000;

/** Members: their profiles, registration in every way, status, role and former names. */
@Module({
  imports: [TypeOrmModule.forFeature([Member])],
  controllers: [MembersController],
  providers: [
    MembersService,
    RegistrationService,
    deletesOld('UsernamesJobs', deleteReleasedUsernames, HOUR_MS),
  ],
  exports: [MembersService, RegistrationService],
})
export class MembersModule {}
