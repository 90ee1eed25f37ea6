import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import { deviceWords } from '@likewell/contracts/core/device-words';
import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { MailQueue } from '../mail/mail-queue.js';
import type { NewMail } from '../mail/mail-templates.js';
import { findAddressOf } from './member-mails.queries.js';

/** Tells members by mail what happened to their accounts, where there is an address to tell it to. */
@Injectable()
export class MemberMails {
  constructor(private readonly mails: MailQueue) {}

  /** Somebody signed in with a kind of browser that is new to them. */
  notifyOfNewDevice(tx: Tx, memberId: number, { device }: RequestOrigin): Promise<void> {
    const data = { device: deviceWords(device ?? null), at: new Date().toISOString() };
    return this.queue(tx, memberId, (to) => ({ template: 'new-device', to, memberId, data }));
  }

  /** A way to sign in came or went. @param what a whole sentence */
  notifyOfMethod(tx: Tx, memberId: number, what: string): Promise<void> {
    const data = { what };
    return this.queue(tx, memberId, (to) => ({ template: 'sign-in-method-changed', to, memberId, data }));
  }

  /** The file with their data is there. @param link to where it is downloaded */
  notifyOfExport(tx: Tx, memberId: number, link: string): Promise<void> {
    const data = { link };
    return this.queue(tx, memberId, (to) => ({ template: 'export-ready', to, memberId, data }));
  }

  /** The account is to be deleted. @param until when it can still be called off */
  notifyOfDeletion(tx: Tx, memberId: number, until: Date): Promise<void> {
    const data = { until };
    return this.queue(tx, memberId, (to) => ({ template: 'deletion-requested', to, memberId, data }));
  }

  /** The account is being deleted, and with it what says whose the mail is; to be called while the address is there. */
  notifyOfDeletionDone(tx: Tx, memberId: number): Promise<void> {
    return this.queue(tx, memberId, (to) => ({ template: 'deletion-done', to, memberId: null, data: {} }));
  }

  /** Queues a mail to a member's address, if there is one. */
  private async queue(tx: Tx, memberId: number, mailTo: (to: string) => NewMail): Promise<void> {
    const to = await findAddressOf(tx, memberId);
    if (to !== null) await this.mails.queue(tx, mailTo(to));
  }
}
