import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NetworksModule } from '../networks/networks.module.js';
import { SecurityEventsModule } from '../security-events/security-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { MembersController } from './members.controller.js';
import { MembersService } from './members.service.js';
import { RegistrationService } from './registration.service.js';
import { Member } from './member.entity.js';

/** Members: their profiles, registration in every way, status and role. */
@Module({
  imports: [TypeOrmModule.forFeature([Member]), NetworksModule, SecurityEventsModule, SessionsModule],
  controllers: [MembersController],
  providers: [MembersService, RegistrationService],
  exports: [MembersService, RegistrationService],
})
export class MembersModule {}
