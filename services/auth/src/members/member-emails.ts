import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { Tx } from '@likewell/service-kit/database/database';
import { violatedConstraint } from '@likewell/service-kit/database/database-errors';
import { Injectable } from '@nestjs/common';
import type { AddressHolder } from './address-holder.js';
import {
  findHolder,
  findVerifiedHolder,
  lockHolders,
  setVerifiedEmail,
  takeFromOthers,
} from './member-emails.queries.js';

/** Whose an e-mail address is: whoever has verified it, and until then nobody's, however many have it. */
@Injectable()
export class MemberEmails {
  /** A member's address, whatever the member's status. */
  find(tx: Tx, memberId: number): Promise<AddressHolder | null> {
    return findHolder(tx, memberId);
  }

  /** Whoever has verified this address, in its stored form. */
  findOwner(tx: Tx, email: string): Promise<AddressHolder | null> {
    return findVerifiedHolder(tx, email);
  }

  /**
   * A member whom nobody changes until the transaction ends, as nobody does those who have this address. Two who want one
   * address wait here for each other.
   */
  async lock(tx: Tx, memberId: number, email: string): Promise<AddressHolder | null> {
    const holders = await lockHolders(tx, memberId, email);
    return holders.find((holder) => holder.memberId === memberId) ?? null;
  }

  /**
   * Makes an address that a locked member has proved theirs alone: who had it unverified has none now.
   * @throws AppError EMAIL_VERIFIED_BY_ANOTHER
   */
  async claim(tx: Tx, memberId: number, email: string): Promise<void> {
    const owner = await findVerifiedHolder(tx, email);
    if (owner && owner.memberId !== memberId) throw new AppError(authErrors.EMAIL_VERIFIED_BY_ANOTHER);
    await setVerifiedEmail(tx, memberId, email).catch(rethrowTaken);
    await takeFromOthers(tx, memberId, email);
  }
}

function rethrowTaken(error: unknown): never {
  if (violatedConstraint(error) === 'member_email_taken')
    throw new AppError(authErrors.EMAIL_VERIFIED_BY_ANOTHER);
  throw error;
}
