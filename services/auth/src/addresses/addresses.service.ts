import type { getAddress, verifyEmail } from '@likewell/contracts/auth/address-rpc';
import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';

import { MailLinks } from '../mail-links/mail-links.js';
import { MemberEmails } from '../members/member-emails.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { AddressMails } from './address-mails.js';
import { findChange } from './address-changes.queries.js';
import { AddressChangesService } from './address-changes.service.js';

/** Members' e-mail addresses: what they are, and verifying them. */
@Injectable()
export class AddressesService {
  constructor(
    private readonly database: Database,
    private readonly emails: MemberEmails,
    private readonly links: MailLinks,
    private readonly mails: AddressMails,
    private readonly changes: AddressChangesService,
    private readonly events: SecurityEventsRecorder,
  ) {}

  /** A member's address, and the one that is to take its place. @throws AppError MEMBER_NOT_FOUND */
  async get(memberId: number): Promise<RpcOutput<typeof getAddress>> {
    const { read } = this.database;
    const [member, change] = await Promise.all([
      this.emails.find(read, memberId),
      findChange(read, memberId),
    ]);
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
        expiresAt: change.expiresAt.toISOString(),
      },
    };
  }

  /**
   * Sends the link that verifies a member's address once more.
   * @throws AppError MEMBER_NOT_FOUND, EMAIL_MISSING, EMAIL_VERIFIED_ALREADY, RATE_LIMITED
   */
  async sendAgain(memberId: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      const member = await this.emails.find(tx, memberId);
      if (!member) throw new AppError(authErrors.MEMBER_NOT_FOUND);
      if (member.email === null) throw new AppError(authErrors.EMAIL_MISSING);
      if (member.isVerified) throw new AppError(authErrors.EMAIL_VERIFIED_ALREADY);
      await this.mails.countAsked(tx, memberId);
      await this.mails.verify(tx, { memberId, email: member.email });
    });
  }

  /**
   * Makes the address to which a link was sent its member's alone, if it is theirs still. A change of it that needed no yes from
   * there ends.
   * @throws AppError MAIL_LINK_INVALID, EMAIL_VERIFIED_BY_ANOTHER
   */
  async verify({ tokenHash, origin }: RpcInput<typeof verifyEmail>): Promise<RpcOutput<typeof verifyEmail>> {
    return this.database.transaction(async (tx) => {
      const link = await this.links.take(tx, 'verify-email', tokenHash);
      if (!link) throw new AppError(authErrors.MAIL_LINK_INVALID);
      const { memberId, email } = link;
      const member = await this.emails.lock(tx, memberId, email);
      await this.assertTheirs(tx, member?.email ?? null, email);
      await this.emails.claim(tx, memberId, email);
      // Of a change that was asked for before, nobody has asked this end.
      if (member?.isVerified === false) await this.changes.cancel(tx, memberId);
      await this.events.record(tx, { memberId, kind: 'email-verified', method: 'mail', origin });
      return { email };
    });
  }

  /** An address that a member has no more was changed, or is another's by now: only that is told. */
  private async assertTheirs(tx: Tx, theirs: string | null, email: string): Promise<void> {
    if (theirs === email) return;
    const owner = await this.emails.findOwner(tx, email);
    throw new AppError(owner ? authErrors.EMAIL_VERIFIED_BY_ANOTHER : authErrors.MAIL_LINK_INVALID);
  }
}
