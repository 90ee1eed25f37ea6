import { memberProfileChanged } from '@likewell/contracts/auth/events';
import type { OwnProfile, PublicProfile } from '@likewell/contracts/auth/profile';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Injectable } from '@nestjs/common';
import { SecurityEventsRecorder } from '../security-events/security-events.recorder.js';
import {
  assertFewReserved,
  assertNotReserved,
  countUsernameChange,
  findFormerOwner,
  giveUpUsername,
} from '../usernames/former-usernames.js';
import { assertNoLookalike } from '../usernames/lookalikes.js';
import { toUsername } from '../usernames/username.js';
import { getMember, lockMember } from './active-member.js';
import { toPublicProfile } from './member-profile.js';
import { findMember, findMemberByUsername, updateMember } from './members.queries.js';

@Injectable()
export class MembersService {
  constructor(
    private readonly database: Database,
    private readonly events: SecurityEventsRecorder,
  ) {}

  /** Returns a member's own data. @throws AppError MEMBER_NOT_FOUND */
  getOwn(memberId: number): Promise<OwnProfile> {
    return getMember(this.database.read, memberId);
  }

  /** Returns the public data of an active member; null if there is none. A former username also finds its member. */
  async findPublic(
    wanted: { readonly memberId: number } | { readonly username: string },
  ): Promise<PublicProfile | null> {
    const member =
      'memberId' in wanted
        ? await findMember(this.database.read, wanted.memberId)
        : await this.findByUsername(this.database.read, wanted.username.toLowerCase());
    return member && toPublicProfile(member);
  }

  /**
   * Changes a member's username, and reserves the former one. The verified badge is withdrawn.
   * @throws AppError USERNAME_INVALID, USERNAME_RESERVED, USERNAME_TAKEN, USERNAME_CHANGED_TOO_OFTEN,
   *   MEMBER_NOT_FOUND
   */
  async changeUsername(memberId: number, text: string): Promise<OwnProfile> {
    const username = toUsername(text);
    return this.database.transaction(async (tx) => {
      const { member: before } = await lockMember(tx, memberId);
      if (before.username === username) return before;
      await countUsernameChange(tx, memberId);
      await assertFewReserved(tx, memberId, [before.username, username]);
      // A reserved former name can be taken back even if somebody has a similar name by now.
      const isTheirs = (await findFormerOwner(tx, username)) === memberId;
      if (!isTheirs) await assertNoLookalike(tx, username, memberId);
      const after = await updateMember(tx, memberId, { username, skeletonIsShared: isTheirs });
      await assertNotReserved(tx, username, memberId);
      await giveUpUsername(tx, before.username, memberId);
      if (before.isVerified)
        await this.events.record(tx, { memberId, kind: 'verification-changed', detail: 'withdrawn' });
      await recordEvent(tx, memberProfileChanged, { profile: toPublicProfile(after) });
      return after;
    });
  }

  /** Gives a locked member a picture that is already stored; the caller records the event. */
  changeAvatar(tx: Tx, memberId: number, avatarSha256: string): Promise<OwnProfile> {
    return updateMember(tx, memberId, { avatarSha256 });
  }

  private async findByUsername(tx: Tx, username: string): Promise<OwnProfile | null> {
    const found = await findMemberByUsername(tx, username);
    if (found) return found.status === 'active' ? found.member : null;
    const formerOwner = await findFormerOwner(tx, username);
    return formerOwner === null ? null : findMember(tx, formerOwner);
  }
}
