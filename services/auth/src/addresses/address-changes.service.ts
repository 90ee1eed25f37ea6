import type { confirmEmailChange, requestEmailChange } from '@likewell/contracts/auth/address-rpc';
import { authErrors } from '@likewell/contracts/auth/errors';
import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { MailLinks } from '../mail-links/mail-links.js';
import { MemberEmails } from '../members/member-emails.js';
import type { AddressHolder } from '../members/address-holder.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { AddressMails } from './address-mails.js';
import {
  confirmEnd,
  deleteChange,
  findChange,
  saveChange,
  type AddressChange,
} from './address-changes.queries.js';

/** What was sent to an address, and works no longer when it is the member's no more. */
export const SENT_TO_ADDRESS = [
  'verify-email',
  'reset-password',
  'confirm-new-email',
  'confirm-old-email',
] as const;

/** Another address for a member, once both ends have confirmed it. */
@Injectable()
export class AddressChangesService {
  constructor(
    private readonly database: Database,
    private readonly emails: MemberEmails,
    private readonly links: MailLinks,
    private readonly mails: AddressMails,
    private readonly events: SecurityEventsRecorder,
  ) {}

  /**
   * Asks both ends; only a verified old one is asked. What somebody else has verified is asked for in vain, and nobody but its
   * owner is told.
   * @throws AppError MEMBER_NOT_FOUND, EMAIL_UNCHANGED, RATE_LIMITED
   */
  async request({ memberId, email, origin }: RpcInput<typeof requestEmailChange>): Promise<void> {
    const newEmail = email.toLowerCase();
    await this.database.transaction(async (tx) => {
      const member = await this.emails.lock(tx, memberId, newEmail);
      if (!member) throw new AppError(authErrors.MEMBER_NOT_FOUND);
      if (member.email === newEmail) throw new AppError(authErrors.EMAIL_UNCHANGED);
      await this.mails.countAsked(tx, memberId);
      await this.links.void(tx, memberId, ['confirm-new-email', 'confirm-old-email']);
      await saveChange(tx, memberId, newEmail, member.isVerified);
      await this.askEnds(tx, member, newEmail, origin);
      await this.events.record(tx, { memberId, kind: 'email-change-requested', origin });
    });
  }

  private async askEnds(
    tx: Tx,
    { memberId, username, email, isVerified }: AddressHolder,
    newEmail: string,
    origin: RequestOrigin | undefined,
  ): Promise<void> {
    const owner = await this.emails.findOwner(tx, newEmail);
    if (owner) await this.mails.notifyOwner(tx, { memberId: owner.memberId, email: newEmail }, origin);
    else await this.mails.askNew(tx, { memberId, newEmail, username }, origin);
    if (isVerified && email !== null) await this.mails.askOld(tx, { memberId, email, newEmail });
  }

  /**
   * One end says yes, by the link that was sent there; after the last one, the new address is the member's.
   * @throws AppError MAIL_LINK_INVALID, EMAIL_VERIFIED_BY_ANOTHER
   */
  async confirm({
    tokenHash,
    origin,
  }: RpcInput<typeof confirmEmailChange>): Promise<RpcOutput<typeof confirmEmailChange>> {
    return this.database.transaction(async (tx) => {
      const { end, member, change } = await this.takeEnd(tx, tokenHash);
      const { memberId, newEmail: email } = change;
      await confirmEnd(tx, memberId, end);
      const isDone = end === 'new' ? change.oldIsConfirmed : change.newIsConfirmed;
      if (isDone) await this.complete(tx, member, email, origin);
      return { email, isDone };
    });
  }

  /** Ends a locked member's change that is under way: the links of it lead nowhere then. */
  cancel(tx: Tx, memberId: number): Promise<void> {
    return deleteChange(tx, memberId);
  }

  /** The change that a link is about, its member locked. @throws AppError MAIL_LINK_INVALID */
  private async takeEnd(
    tx: Tx,
    tokenHash: string,
  ): Promise<{ end: 'new' | 'old'; member: AddressHolder; change: AddressChange }> {
    const toNew = await this.links.take(tx, 'confirm-new-email', tokenHash);
    const link = toNew ?? (await this.links.take(tx, 'confirm-old-email', tokenHash));
    const asked = link && (await findChange(tx, link.memberId));
    const member = asked && (await this.emails.lock(tx, asked.memberId, asked.newEmail));
    // Whatever was read before the lock may have changed meanwhile.
    const change = member && (await findChange(tx, member.memberId));
    const end = toNew ? 'new' : 'old';
    const isOf = end === 'new' ? change?.newEmail : member?.email;
    if (!link || !change || isOf !== link.email) throw new AppError(authErrors.MAIL_LINK_INVALID);
    return { end, member, change };
  }

  private async complete(
    tx: Tx,
    { memberId, email, isVerified }: AddressHolder,
    newEmail: string,
    origin: RequestOrigin | undefined,
  ): Promise<void> {
    await this.emails.claim(tx, memberId, newEmail);
    await deleteChange(tx, memberId);
    await this.links.void(tx, memberId, SENT_TO_ADDRESS);
    if (isVerified && email !== null) await this.mails.notifyOldAddress(tx, { memberId, email, newEmail });
    await this.events.record(tx, { memberId, kind: 'email-changed', method: 'mail', origin });
  }
}
