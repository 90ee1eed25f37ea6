import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import { deviceWords } from '@likewell/contracts/core/device-words';
import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { MailQueue } from '../mail/mail-queue.js';
import type { NewMail } from '../mail/mail-templates.js';
import { findAddressOf } from './member-mails.queries.js';

/** Tells members by mail what happened to their accounts, if they have a verified address. */
@Injectable()
export class MemberMails {
  constructor(private readonly mails: MailQueue) {}

  /** Reports a sign-in with a kind of browser that is new to the member. */
  notifyOfNewDevice(tx: Tx, memberId: number, { device }: RequestOrigin): Promise<void> {
    const data = { device: deviceWords(device ?? null), at: new Date().toISOString() };
    return this.queue(tx, memberId, (to) => ({ template: 'new-device', to, memberId, data }));
  }

  /** Reports a change of the password by somebody who knew it. */
  notifyOfPassword(tx: Tx, memberId: number): Promise<void> {
    return this.queue(tx, memberId, (to) => ({ template: 'password-changed', to, memberId, data: {} }));
  }

  /** Reports that a sign-in method or a second factor was added. @param what a whole sentence */
  notifyOfAddition(tx: Tx, memberId: number, what: string): Promise<void> {
    const data = { what, isAdded: true };
    return this.queue(tx, memberId, (to) => ({ template: 'sign-in-method-changed', to, memberId, data }));
  }

  /** Reports that one was removed, or that there are new recovery codes. @param what a whole sentence */
  notifyOfMethod(tx: Tx, memberId: number, what: string): Promise<void> {
    const data = { what };
    return this.queue(tx, memberId, (to) => ({ template: 'sign-in-method-changed', to, memberId, data }));
  }

  /** Reports that the file with the member's data is ready. @param link to the page of the download */
  notifyOfExport(tx: Tx, memberId: number, link: string): Promise<void> {
    const data = { link };
    return this.queue(tx, memberId, (to) => ({ template: 'export-ready', to, memberId, data }));
  }

  /** Reports that the account will be deleted. @param until time until which that can be cancelled */
  notifyOfDeletion(tx: Tx, memberId: number, until: Date): Promise<void> {
    const data = { until };
    return this.queue(tx, memberId, (to) => ({ template: 'deletion-requested', to, memberId, data }));
  }

  /**
   * Reports that the account is deleted. Must be called while the address is still stored; the deletion
   * removes the link between mail and member.
   */
  notifyOfDeletionDone(tx: Tx, memberId: number): Promise<void> {
    return this.queue(tx, memberId, (to) => ({ template: 'deletion-done', to, memberId: null, data: {} }));
  }

  /** Queues a mail to a member's address, if there is one. */
  private async queue(tx: Tx, memberId: number, mailTo: (to: string) => NewMail): Promise<void> {
    const to = await findAddressOf(tx, memberId);
    if (to !== null) await this.mails.queue(tx, mailTo(to));
  }
}
