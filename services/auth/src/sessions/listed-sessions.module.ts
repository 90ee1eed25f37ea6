import { Module } from '@nestjs/common';
import { AddressesModule } from '../addresses/addresses.module.js';
import { MembersModule } from '../members/members.module.js';
import { NetworksModule } from '../networks/networks.module.js';
import { SecurityEventsModule } from '../security-events/security-events.module.js';
import { ListedSessionsController } from './listed-sessions.controller.js';
import { ListedSessionsService } from './listed-sessions.service.js';
import { SessionsModule } from './sessions.module.js';

/** The list of a member's sessions, and ending them. */
@Module({
  imports: [AddressesModule, MembersModule, NetworksModule, SecurityEventsModule, SessionsModule],
  controllers: [ListedSessionsController],
  providers: [ListedSessionsService],
})
export class ListedSessionsModule {}
