import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Identity } from '../identities/identity.entity.js';
import { deleteExpiredLinks } from '../mail-links/mail-links.js';
import { MailModule } from '../mail/mail.module.js';
import { NetworksModule } from '../networks/networks.module.js';
import { SecurityEventsModule } from '../security-events/security-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { deleteExpiredChanges } from './address-changes.queries.js';
import { AddressChangesService } from './address-changes.service.js';
import { AddressMails } from './address-mails.js';
import { AddressReturnService } from './address-return.service.js';
import { AddressesController } from './addresses.controller.js';
import { AddressesService } from './addresses.service.js';

/** Members' e-mail addresses: verified by a link, changed with a confirmation at both ends, and restored by a link. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Identity]),
    MailModule,
    NetworksModule,
    SecurityEventsModule,
    SessionsModule,
  ],
  controllers: [AddressesController],
  providers: [
    AddressesService,
    AddressChangesService,
    AddressReturnService,
    AddressMails,
    deletesOld('AddressesJobs', deleteExpiredChanges),
    deletesOld('MailLinksJobs', deleteExpiredLinks),
  ],
  exports: [AddressMails],
})
export class AddressesModule {}
