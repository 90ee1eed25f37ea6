import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import {
  countGivenUpToday,
  findFormerOwner,
  isReservedForAnother,
  saveFormerUsername,
} from './former-usernames.queries.js';
import { isLookalike } from './lookalikes.queries.js';

/** Each change reserves a name against everybody else for 90 days, so nobody may collect them. */
const MAX_CHANGES_A_DAY = 5;
const A_DAY_IN_SECONDS = 86_400;

@Injectable()
export class UsernamesService {
  /**
   * Rejects a name that somebody else than this member gave up lately. It must be asked after the name was written:
   * whoever gives it up at the same time has then committed, for two cannot hold one name.
   * @param memberId null for somebody who is no member yet
   * @throws AppError USERNAME_RESERVED
   */
  async assertNotReserved(tx: Tx, username: string, memberId: number | null): Promise<void> {
    if (await isReservedForAnother(tx, username, memberId)) throw new AppError(authErrors.USERNAME_RESERVED);
  }

  /**
   * Rejects a name that would pass for somebody else's, as one that is theirs. Two who take such names at one moment the
   * index `member_skeleton_taken` keeps apart.
   * @param memberId null for somebody who is no member yet
   * @throws AppError USERNAME_TAKEN
   */
  async assertNoLookalike(tx: Tx, username: string, memberId: number | null): Promise<void> {
    if (await isLookalike(tx, username, memberId)) throw new AppError(authErrors.USERNAME_TAKEN);
  }

  /** @throws AppError USERNAME_CHANGED_TOO_OFTEN for a locked member who changed their name five times within a day */
  async assertMayChange(tx: Tx, memberId: number): Promise<void> {
    if ((await countGivenUpToday(tx, memberId)) < MAX_CHANGES_A_DAY) return;
    const details = { retryAfterSeconds: A_DAY_IN_SECONDS };
    throw new AppError(authErrors.USERNAME_CHANGED_TOO_OFTEN, { details });
  }

  /** Reserves a name for the member who gives it up; whoever gave it up before them has lost it. */
  async giveUp(tx: Tx, username: string, memberId: number): Promise<void> {
    await saveFormerUsername(tx, username, memberId);
  }

  /** The member who gave up this name, as long as it is reserved for them. */
  findFormerOwner(tx: Tx, username: string): Promise<number | null> {
    return findFormerOwner(tx, username);
  }
}
