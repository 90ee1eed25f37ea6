import type { resetPassword } from '@likewell/contracts/auth/address-rpc';
import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { cancelRequests } from '../addresses/cancel-requests.js';
import { findLink, takeLink, type StoredLink } from '../mail-links/mail-links.js';
import { MailQueue } from '../mail/mail-queue.js';
import { findHolder, lockHolder, type AddressHolder } from '../members/member-emails.js';
import { NewPasswords } from '../passwords/new-passwords.js';
import { PasswordGuesses } from '../passwords/password-guesses.js';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { lockMethods } from '../sign-in-methods/lock-methods.js';
import { savePassword } from './password-resets.queries.js';

const PURPOSE = 'reset-password';

/** A member who has verified the address that a link was sent to. */
type LinkOwner = AddressHolder & { readonly email: string };

/** Sets a new password by a link that was sent to a verified address. */
@Injectable()
export class PasswordResetsService {
  constructor(
    private readonly database: Database,
    private readonly newPasswords: NewPasswords,
    private readonly guesses: PasswordGuesses,
    private readonly mail: MailQueue,
    private readonly sessions: SessionsService,
    private readonly events: SecurityEventsRecorder,
  ) {}

  /**
   * Sets the password and ends all sessions of the member, without beginning one. The member is told; wrong
   * guesses from that network are cleared. Other requests by mail end, too.
   * @throws AppError MAIL_LINK_INVALID, RATE_LIMITED, PASSWORD_TOO_EASY, OVERLOADED
   */
  async reset({ tokenHash, newPassword, origin }: RpcInput<typeof resetPassword>): Promise<void> {
    // Without a valid link, no password is judged or hashed, and while that takes its time, nobody is locked.
    const owner = await this.findOwner(tokenHash);
    // A rejection leaves the link valid.
    const passwordHash = await this.newPasswords.hashByLink(tokenHash, newPassword, owner);
    await this.sessions.transaction(owner.memberId, async (tx) => {
      const { memberId, email } = await this.takeOwner(tx, tokenHash, owner);
      await savePassword(tx, memberId, passwordHash);
      await cancelRequests(tx, memberId);
      await this.guesses.forgetAll(tx, memberId, origin);
      await this.events.record(tx, { memberId, kind: 'password-reset', method: 'mail', origin });
      await this.mail.queue(tx, { template: 'password-was-reset', to: email, memberId, data: {} });
      return { ended: await this.sessions.endAllOf(tx, memberId, { detail: 'password-reset', origin }) };
    });
  }

  /** Returns the member of a link, which stays valid. @throws AppError MAIL_LINK_INVALID */
  private async findOwner(tokenHash: string): Promise<LinkOwner> {
    const { read } = this.database;
    const link = await findLink(read, PURPOSE, tokenHash);
    return ownerOf(link, link && (await findHolder(read, link.memberId)));
  }

  /** Takes a link, and returns its locked member. @throws AppError MAIL_LINK_INVALID */
  private async takeOwner(tx: Tx, tokenHash: string, { memberId, email }: LinkOwner): Promise<LinkOwner> {
    await lockMethods(tx, memberId);
    const member = await lockHolder(tx, memberId, email);
    // Taken after the lock, as what ends requests by mail voids links.
    return ownerOf(await takeLink(tx, PURPOSE, tokenHash), member);
  }
}

/** Returns the member of a link, if they still have the address. @throws AppError MAIL_LINK_INVALID */
function ownerOf(link: StoredLink | null, member: AddressHolder | null): LinkOwner {
  if (member?.status !== 'active' || !member.isVerified || member.email !== link?.email)
    throw new AppError(authErrors.MAIL_LINK_INVALID);
  return { ...member, email: link.email };
}
