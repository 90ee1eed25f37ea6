import { memberProfileChanged } from '@likewell/contracts/auth/events';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { toPublicProfile } from '../members/member-profile.js';
import { lockMember } from '../members/active-member.js';
import { Member } from '../members/member.entity.js';
import { MembersService } from '../members/members.service.js';
import { Avatar } from './avatar.entity.js';
import { deleteUnusedAvatar, lockAvatars, saveAvatar } from './avatars.queries.js';

@Injectable()
export class AvatarsService {
  constructor(
    private readonly database: Database,
    private readonly members: MembersService,
  ) {}

  /**
   * Gives a member a finished picture, and deletes the former one if no member uses it any more.
   * @throws AppError MEMBER_NOT_FOUND
   */
  async change(memberId: number, image: Uint8Array): Promise<OwnProfile> {
    const avatarSha256 = createHash('sha256').update(image).digest('hex');
    return this.database.transaction(async (tx) => {
      const before = await lockMember(tx, memberId);
      if (before.avatarSha256 === avatarSha256) return before.member;
      await lockAvatars(tx, [before.avatarSha256, avatarSha256]);
      await saveAvatar(tx, avatarSha256, image);
      const after = await this.members.changeAvatar(tx, memberId, avatarSha256);
      if (before.avatarSha256 !== null) await deleteUnusedAvatar(tx, before.avatarSha256);
      await recordEvent(tx, memberProfileChanged, { profile: toPublicProfile(after) });
      return after;
    });
  }

  /** Deletes a picture that a member no longer uses, unless somebody else does. */
  async release(tx: Tx, sha256: string): Promise<void> {
    await lockAvatars(tx, [sha256]);
    await deleteUnusedAvatar(tx, sha256);
  }

  /** Returns the bytes of a picture that an active member has, or null. */
  async find(sha256: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const { read } = this.database;
    const isShown = await read.existsBy(Member, { avatarSha256: sha256, status: 'active' });
    const avatar = isShown ? await read.findOneBy(Avatar, { sha256 }) : null;
    return avatar && new Uint8Array(avatar.image);
  }
}
