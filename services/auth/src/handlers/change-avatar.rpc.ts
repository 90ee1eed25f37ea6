import { authErrors } from '@likewell/contracts/auth/errors';
import { memberProfileChanged } from '@likewell/contracts/auth/events';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import { changeAvatar } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { deleteUnusedAvatar, keepAvatar, lockAvatars } from '../storage/avatars.js';
import { lockMember, toPublicProfile, updateMember } from '../storage/members.js';

@Controller()
export class ChangeAvatarHandler {
  constructor(private readonly database: Database) {}

  @Rpc(changeAvatar)
  async handle(input: RpcInput<typeof changeAvatar>): Promise<RpcOutput<typeof changeAvatar>> {
    return this.database.transaction((tx) => replaceAvatar(tx, input.memberId, input.image));
  }
}

async function replaceAvatar(tx: Tx, memberId: number, image: Uint8Array): Promise<OwnProfile> {
  const avatarSha256 = createHash('sha256').update(image).digest('hex');
  const before = await lockMember(tx, memberId);
  if (!before) throw new AppError(authErrors.MEMBER_NOT_FOUND);
  if (before.avatarSha256 === avatarSha256) return before.member;
  await lockAvatars(tx, [before.avatarSha256, avatarSha256]);
  await keepAvatar(tx, avatarSha256, image);
  const after = await updateMember(tx, memberId, { avatarSha256 });
  if (before.avatarSha256 !== null) await deleteUnusedAvatar(tx, before.avatarSha256);
  await recordEvent(tx, memberProfileChanged, { profile: toPublicProfile(after) });
  return after;
}
