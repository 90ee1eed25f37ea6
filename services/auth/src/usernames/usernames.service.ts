import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { findFormerOwner, isReservedForAnother, saveFormerUsername } from './former-usernames.queries.js';
import { countUse } from '../networks/use-counts.js';
import { isLookalike } from './lookalikes.queries.js';

/** Limits the changes, because each reserves a name for 90 days: nobody may collect names. */
const CHANGES = { points: 5, windowMs: 86_400_000 };

@Injectable()
export class UsernamesService {
  /**
   * Rejects a name that somebody else than this member recently gave up. Must be called after the name was
   * written: since two members cannot have one name, a concurrent transaction that gives it up has then
   * committed.
   * @param memberId null for a person without an account yet
   * @throws AppError USERNAME_RESERVED
   */
  async assertNotReserved(tx: Tx, username: string, memberId: number | null): Promise<void> {
    if (await isReservedForAnother(tx, username, memberId)) throw new AppError(authErrors.USERNAME_RESERVED);
  }

  /**
   * Rejects a name that looks like somebody else's in the same way as a taken one. The index
   * `member_skeleton_taken` rejects one of two concurrent changes to such names.
   * @param memberId null for a person without an account yet
   * @throws AppError USERNAME_TAKEN
   */
  async assertNoLookalike(tx: Tx, username: string, memberId: number | null): Promise<void> {
    if (await isLookalike(tx, username, memberId)) throw new AppError(authErrors.USERNAME_TAKEN);
  }

  /**
   * Counts a change of a member's name, also one back to a former name; the count of a failed change is
   * undone with the transaction.
   * @throws AppError USERNAME_CHANGED_TOO_OFTEN with `retryAfterSeconds` among its details after five within
   *   a day
   */
  async countChange(tx: Tx, memberId: number): Promise<void> {
    const waitMs = await countUse(tx, `username:${memberId}`, CHANGES);
    if (waitMs === 0) return;
    const details = { retryAfterSeconds: Math.ceil(waitMs / 1000) };
    throw new AppError(authErrors.USERNAME_CHANGED_TOO_OFTEN, { details });
  }

  /** Reserves a name for the member who gives it up, replacing the reservation of an earlier owner. */
  async giveUp(tx: Tx, username: string, memberId: number): Promise<void> {
    await saveFormerUsername(tx, username, memberId);
  }

  /** Returns the member who gave up this name, as long as it is reserved for them. */
  findFormerOwner(tx: Tx, username: string): Promise<number | null> {
    return findFormerOwner(tx, username);
  }
}
