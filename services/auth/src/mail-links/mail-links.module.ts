import { Module } from '@nestjs/common';
import { MailLinks } from './mail-links.js';
import { MailLinksJobs } from './mail-links.jobs.js';

/** Links in mails. */
@Module({ providers: [MailLinks, MailLinksJobs], exports: [MailLinks] })
export class MailLinksModule {}
