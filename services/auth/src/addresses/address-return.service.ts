import type { undoEmailChange } from '@likewell/contracts/auth/address-rpc';
import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { Identity } from '../identities/identity.entity.js';
import { findLink, takeLink, voidLinks } from '../mail-links/mail-links.js';
import { claimEmail, lockHolder } from '../members/member-emails.js';
import { wasPasswordSet } from '../security-events/past-events.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { lockMethods } from '../sign-in-methods/lock-methods.js';
import { SENT_TO_ADDRESS } from './address-changes.service.js';
import { deleteChange } from './address-changes.queries.js';
import { AddressMails } from './address-mails.js';

const PURPOSE = 'undo-email-change';

/** Gives a member their former address back, by a link that was sent there. */
@Injectable()
export class AddressReturnService {
  constructor(
    private readonly database: Database,
    private readonly mails: AddressMails,
    private readonly sessions: SessionsService,
    private readonly events: SecurityEventsRecorder,
  ) {}

  /**
   * Gives the address back, ends all sessions, and voids what was sent to the later address.
   * @throws AppError MAIL_LINK_INVALID, EMAIL_VERIFIED_BY_ANOTHER
   */
  async undo({ tokenHash, origin }: RpcInput<typeof undoEmailChange>) {
    const asks = await findLink(this.database.read, PURPOSE, tokenHash);
    if (!asks) throw new AppError(authErrors.MAIL_LINK_INVALID);
    const { memberId } = asks;
    const { email } = await this.sessions.transaction(memberId, async (tx) => {
      await lockMethods(tx, memberId);
      const member = await lockHolder(tx, memberId, asks.email);
      // Taken after the lock, as a change of address replaces links.
      const link = await takeLink(tx, PURPOSE, tokenHash);
      if (!link || !member || member.status === 'deleted') throw new AppError(authErrors.MAIL_LINK_INVALID);
      await claimEmail(tx, memberId, link.email);
      await deleteChange(tx, memberId);
      await voidLinks(tx, memberId, SENT_TO_ADDRESS);
      // The links to later addresses can no longer undo anything; a link that is older than this one still
      // can.
      await voidLinks(tx, memberId, [PURPOSE], link.sentAt);
      await this.takePasswordSetSince(tx, memberId, link);
      await this.events.record(tx, { memberId, kind: 'email-change-undone', method: 'mail', origin });
      const ending = { detail: 'email-change-undone', origin } as const;
      return { email: link.email, ended: await this.sessions.endAllOf(tx, memberId, ending) };
    });
    return { email };
  }

  /**
   * Removes a password that was set after the change, because it may not be the owner's, and sends them a
   * link to set a new one.
   */
  private async takePasswordSetSince(
    tx: Tx,
    memberId: number,
    { email, sentAt }: { readonly email: string; readonly sentAt: Date },
  ): Promise<void> {
    if (!(await wasPasswordSet(tx, memberId, sentAt))) return;
    await tx.delete(Identity, { provider: 'password', subject: String(memberId) });
    await this.mails.reset(tx, { memberId, email }, 'way-back');
  }
}
