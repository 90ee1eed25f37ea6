import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { MemberMails } from './member-mails.js';

/** Mails that tell members what happened to their own accounts. */
@Module({ imports: [MailModule], providers: [MemberMails], exports: [MemberMails] })
export class MemberMailsModule {}
