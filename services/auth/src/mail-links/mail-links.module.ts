import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { MailLinks } from './mail-links.js';
import { deleteExpiredLinks } from './mail-links.queries.js';

@Module({ providers: [MailLinks, deletesOld('MailLinksJobs', deleteExpiredLinks)], exports: [MailLinks] })
export class MailLinksModule {}
