import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { deleteExpiredLinks, MailLinks } from './mail-links.js';

@Module({ providers: [MailLinks, deletesOld('MailLinksJobs', deleteExpiredLinks)], exports: [MailLinks] })
export class MailLinksModule {}
