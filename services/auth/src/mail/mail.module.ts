import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailLimits } from './mail-limits.js';
import { MailMetrics } from './mail-metrics.js';
import { MailQueue } from './mail-queue.js';
import { MailSender } from './mail-sender.js';
import { Mail } from './mail.entity.js';
import { MailJobs } from './mail.jobs.js';
import { deleteOldMails } from './mail.queries.js';
import { SmtpClient } from './smtp-client.js';

/** Mails to members: queued in the transaction that they report, sent by a job. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Mail])],
  providers: [
    MailQueue,
    MailLimits,
    MailMetrics,
    SmtpClient,
    MailSender,
    MailJobs,
    deletesOld('OldMailJobs', deleteOldMails),
  ],
  exports: [MailQueue],
})
export class MailModule {}
