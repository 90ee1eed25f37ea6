import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { getMember } from '../members/active-member.js';
import { rejectFor } from '../networks/reject-for.js';
import { countUse } from '../networks/use-counts.js';
import { PasswordHasher } from './password-hasher.js';
import { assertStrong, type Owner } from './password-strength.js';

/**
 * Limit of the new passwords of one member, and of those that one link is tried with: a rejected one changes
 * nothing, and judging or hashing each takes its time.
 */
const TRIES = { points: 5, windowMs: 900_000 };

/** Judges and hashes the new passwords of members. */
@Injectable()
export class NewPasswords {
  constructor(
    private readonly database: Database,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Returns the hash of a signed-in member's new password. It counts by member, who may have 200 sessions.
   * @throws AppError RATE_LIMITED, PASSWORD_TOO_EASY, MEMBER_NOT_FOUND, OVERLOADED
   */
  async hashOfMember(memberId: number, password: string): Promise<string> {
    return this.hash(`member:${memberId}`, password, await getMember(this.database.read, memberId));
  }

  /**
   * Returns the hash of a new password that is set by a link from a mail. It counts by link, so that nobody
   * without it uses up its owner's tries.
   * @throws AppError RATE_LIMITED, PASSWORD_TOO_EASY, OVERLOADED
   */
  hashByLink(tokenHash: string, password: string, owner: Owner): Promise<string> {
    return this.hash(`link:${tokenHash}`, password, owner);
  }

  private async hash(triedBy: string, password: string, owner: Owner): Promise<string> {
    const key = `new-password:${triedBy}`;
    await this.database.transaction(async (tx) => rejectFor(await countUse(tx, key, TRIES)));
    assertStrong(password, owner);
    return this.hasher.hash(password);
  }
}
