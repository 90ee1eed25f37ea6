import type { confirmEmailChange, requestEmailChange } from '@likewell/contracts/auth/address-rpc';
import { authErrors } from '@likewell/contracts/auth/errors';
import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { findLink, takeLink, voidLinks } from '../mail-links/mail-links.js';
import { claimEmail, findEmailOwner, lockHolder, type AddressHolder } from '../members/member-emails.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { assertSignedIn } from '../sessions/signed-in.js';
import { AddressMails } from './address-mails.js';
import {
  confirmEnd,
  deleteChange,
  findChange,
  saveChange,
  type AddressChange,
} from './address-changes.queries.js';

/**
 * Purposes of the links that were sent to an address and become void when it is no longer the member's. Those
 * that only prove an address stay valid: without it they are of no use to the member, but another member, who
 * has it, may have been sent no more links.
 */
export const SENT_TO_ADDRESS = ['reset-password', 'confirm-old-email'] as const;

/** Changes a member's address once both ends have confirmed it. */
@Injectable()
export class AddressChangesService {
  constructor(
    private readonly database: Database,
    private readonly mails: AddressMails,
    private readonly events: SecurityEventsRecorder,
  ) {}

  /**
   * Asks both ends to confirm; the old one only if it is verified. A change to an address that somebody else
   * has verified never succeeds, and only the owner of that address is told.
   * @throws AppError MEMBER_NOT_FOUND, EMAIL_UNCHANGED, RATE_LIMITED
   */
  async request({ memberId, tokenHash, email, origin }: RpcInput<typeof requestEmailChange>): Promise<void> {
    const newEmail = email.toLowerCase();
    await this.database.transaction(async (tx) => {
      const member = await lockHolder(tx, memberId, newEmail);
      if (member?.status !== 'active') throw new AppError(authErrors.MEMBER_NOT_FOUND);
      await assertSignedIn(tx, { memberId, tokenHash });
      if (member.email === newEmail) throw new AppError(authErrors.EMAIL_UNCHANGED);
      await this.mails.countAsked(tx, memberId);
      await voidLinks(tx, memberId, ['confirm-old-email']);
      await saveChange(tx, memberId, newEmail, member.isVerified);
      await this.askEnds(tx, member, newEmail, origin);
      await this.events.record(tx, { memberId, kind: 'email-change-requested', origin });
    });
  }

  private async askEnds(
    tx: Tx,
    { memberId, username, email, isVerified }: AddressHolder,
    newEmail: string,
    origin: RequestOrigin,
  ): Promise<void> {
    const owner = await findEmailOwner(tx, newEmail);
    if (owner) await this.mails.notifyOwner(tx, { memberId: owner.memberId, email: newEmail }, origin);
    else await this.mails.askNew(tx, { memberId, newEmail, username }, origin);
    if (isVerified && email !== null) await this.mails.askOld(tx, { memberId, email, newEmail });
  }

  /**
   * Confirms one end by the link that was sent there; after the last confirmation, the member has the new
   * address. A link to a new address serves the member who opened it, if they are changing to it; see
   * `AddressesService.verify`.
   * @throws AppError MAIL_LINK_INVALID, EMAIL_VERIFIED_BY_ANOTHER
   */
  async confirm(link: RpcInput<typeof confirmEmailChange>): Promise<RpcOutput<typeof confirmEmailChange>> {
    const { origin } = link;
    return this.database.transaction(async (tx) => {
      const { end, member, change } = await this.takeEnd(tx, link);
      const { memberId, newEmail: email } = change;
      await confirmEnd(tx, memberId, end);
      const isDone = end === 'new' ? change.oldIsConfirmed : change.newIsConfirmed;
      if (isDone) await this.complete(tx, member, email, origin);
      return { email, isDone };
    });
  }

  /** Returns the change that a link belongs to, with its member locked. @throws AppError MAIL_LINK_INVALID */
  private async takeEnd(
    tx: Tx,
    { tokenHash, memberId: openedBy }: RpcInput<typeof confirmEmailChange>,
  ): Promise<{ end: 'new' | 'old'; member: AddressHolder; change: AddressChange }> {
    const toNew = await findLink(tx, 'confirm-new-email', tokenHash);
    const sent = toNew ?? (await findLink(tx, 'confirm-old-email', tokenHash));
    const openers = toNew && openedBy ? await findChange(tx, openedBy) : null;
    const isForOpener = openers !== null && openers.newEmail === toNew?.email;
    const asked = isForOpener ? openers : sent && (await findChange(tx, sent.memberId));
    const member = asked && (await lockHolder(tx, asked.memberId, asked.newEmail));
    // The values read before the lock may be outdated. The link is taken after it, as a request replaces links.
    const change = member && (await findChange(tx, member.memberId));
    const end = toNew ? 'new' : 'old';
    const link = await takeLink(tx, `confirm-${end}-email`, tokenHash);
    const isOf = end === 'new' ? change?.newEmail : member?.email;
    if (!link || !change || isOf !== link.email) throw new AppError(authErrors.MAIL_LINK_INVALID);
    return { end, member, change };
  }

  private async complete(
    tx: Tx,
    { memberId, email, isVerified }: AddressHolder,
    newEmail: string,
    origin: RequestOrigin,
  ): Promise<void> {
    await claimEmail(tx, memberId, newEmail);
    await deleteChange(tx, memberId);
    await voidLinks(tx, memberId, SENT_TO_ADDRESS);
    if (isVerified && email !== null) await this.mails.notifyOldAddress(tx, { memberId, email, newEmail });
    await this.events.record(tx, { memberId, kind: 'email-changed', method: 'mail', origin });
  }
}
