import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { deleteExpiredLinks } from '../mail-links/mail-links.js';
import { deleteExpiredChanges } from './address-changes.queries.js';
import { AddressChangesService } from './address-changes.service.js';
import { AddressMails } from './address-mails.js';
import { AddressReturnService } from './address-return.service.js';
import { AddressesController } from './addresses.controller.js';
import { AddressesService } from './addresses.service.js';

/** Members' e-mail addresses: verified by a link, changed with a confirmation at both ends, and restored by a link. */
@Module({
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
