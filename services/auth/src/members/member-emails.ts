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
  removeFromOthers,
  setVerifiedEmail,
} from './member-emails.queries.js';

/**
 * Ownership of e-mail addresses: an address belongs to the member who has verified it. Until then it belongs
 * to nobody, however many members have it.
 */
@Injectable()
export class MemberEmails {
  /** Returns a member's address, whatever the member's status. */
  find(tx: Tx, memberId: number): Promise<AddressHolder | null> {
    return findHolder(tx, memberId);
  }

  /** Returns the member who has verified this address, given in its stored form. */
  findOwner(tx: Tx, email: string): Promise<AddressHolder | null> {
    return findVerifiedHolder(tx, email);
  }

  /**
   * Locks a member, and all who have this address, until the transaction ends. Two members who want the same
   * address wait here for each other.
   */
  async lock(tx: Tx, memberId: number, email: string): Promise<AddressHolder | null> {
    const holders = await lockHolders(tx, memberId, email);
    return holders.find((holder) => holder.memberId === memberId) ?? null;
  }

  /**
   * Gives a locked member, who has proved it, sole ownership of an address. Others who have it unverified
   * lose it.
   * @throws AppError EMAIL_VERIFIED_BY_ANOTHER
   */
  async claim(tx: Tx, memberId: number, email: string): Promise<void> {
    const owner = await findVerifiedHolder(tx, email);
    if (owner && owner.memberId !== memberId) throw new AppError(authErrors.EMAIL_VERIFIED_BY_ANOTHER);
    await setVerifiedEmail(tx, memberId, email).catch(rethrowTaken);
    await removeFromOthers(tx, memberId, email);
  }
}

function rethrowTaken(error: unknown): never {
  if (violatedConstraint(error) === 'member_email_taken')
    throw new AppError(authErrors.EMAIL_VERIFIED_BY_ANOTHER);
  throw error;
}
