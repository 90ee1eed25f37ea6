import type { getAddress, sendVerification, verifyEmail } from '@likewell/contracts/auth/address-rpc';
import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { findLink, takeLink } from '../mail-links/mail-links.js';
import { claimEmail, findEmailOwner, findHolder, lockHolder } from '../members/member-emails.js';
import { rejectFor } from '../networks/reject-for.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { AddressMails } from './address-mails.js';
import { deleteChange, findChange } from './address-changes.queries.js';

const PURPOSE = 'verify-email';

/** Reads and verifies members' e-mail addresses. */
@Injectable()
export class AddressesService {
  constructor(
    private readonly database: Database,
    private readonly mails: AddressMails,
    private readonly events: SecurityEventsRecorder,
  ) {}

  /** Returns a member's address, and the new one of a change that is under way. @throws AppError MEMBER_NOT_FOUND */
  async get(memberId: number): Promise<RpcOutput<typeof getAddress>> {
    const { read } = this.database;
    const [member, change] = await Promise.all([findHolder(read, memberId), findChange(read, memberId)]);
    if (!member) throw new AppError(authErrors.MEMBER_NOT_FOUND);
    return {
      email: member.email,
      isVerified: member.isVerified,
      pending: change && {
        email: change.newEmail,
        waitsFor: [
          ...(change.newIsConfirmed ? [] : (['new'] as const)),
          ...(change.oldIsConfirmed ? [] : (['old'] as const)),
        ],
        expiresAt: change.expiresAt,
      },
    };
  }

  /**
   * Sends the link that verifies a member's address again.
   * @throws AppError MEMBER_NOT_FOUND, EMAIL_MISSING, EMAIL_VERIFIED_ALREADY; RATE_LIMITED with
   *   `retryAfterSeconds` among its details
   */
  async sendAgain({ memberId, origin }: RpcInput<typeof sendVerification>): Promise<void> {
    await this.database.transaction(async (tx) => {
      const member = await lockHolder(tx, memberId, null);
      if (member?.status !== 'active') throw new AppError(authErrors.MEMBER_NOT_FOUND);
      if (member.email === null) throw new AppError(authErrors.EMAIL_MISSING);
      if (member.isVerified) throw new AppError(authErrors.EMAIL_VERIFIED_ALREADY);
      await this.mails.countAsked(tx, memberId);
      rejectFor(await this.mails.verify(tx, { memberId, email: member.email }, origin));
    });
  }

  /**
   * Verifies the address to which a link was sent, for one member alone: who opened the link, if they have the
   * address, or else who was sent it, if they still have it. Strangers who sign up with the address of a
   * member and use up its mails thus send that member links that work for them. A change of address ends if
   * it needed no confirmation from the old one.
   * @throws AppError MAIL_LINK_INVALID, EMAIL_VERIFIED_BY_ANOTHER
   */
  async verify({ tokenHash, memberId: openedBy, origin }: RpcInput<typeof verifyEmail>) {
    return this.database.transaction(async (tx) => {
      const sent = await findLink(tx, PURPOSE, tokenHash);
      if (!sent) throw new AppError(authErrors.MAIL_LINK_INVALID);
      const { email } = sent;
      const opener = openedBy ? await findHolder(tx, openedBy) : null;
      const { memberId } = opener?.email === email ? opener : sent;
      const member = await lockHolder(tx, memberId, email);
      // Taken after the lock, as a link that is sent again replaces this one.
      if (!(await takeLink(tx, PURPOSE, tokenHash))) throw new AppError(authErrors.MAIL_LINK_INVALID);
      if (member?.email !== email) {
        const owner = await findEmailOwner(tx, email);
        throw new AppError(owner ? authErrors.EMAIL_VERIFIED_BY_ANOTHER : authErrors.MAIL_LINK_INVALID);
      }
      await claimEmail(tx, memberId, email);
      // The change was requested before the address was verified, so this end was not asked.
      if (!member.isVerified) await deleteChange(tx, memberId);
      await this.events.record(tx, { memberId, kind: 'email-verified', method: 'mail', origin });
      return { email, username: member.username };
    });
  }
}
