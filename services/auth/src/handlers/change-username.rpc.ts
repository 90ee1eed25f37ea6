import { authErrors } from '@likewell/contracts/auth/errors';
import { memberProfileChanged } from '@likewell/contracts/auth/events';
import type { OwnProfile } from '@likewell/contracts/auth/profile';
import { changeUsername } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { toUsername } from '../domain/username.js';
import { countGivenUpToday, keepUsername } from '../storage/former-usernames.js';
import { assertNotKept, lockMember, toPublicProfile, updateMember } from '../storage/members.js';

/** Each change keeps a name from everybody else for 90 days, so nobody may collect them. */
const MAX_CHANGES_A_DAY = 5;
const A_DAY_IN_SECONDS = 86_400;

@Controller()
export class ChangeUsernameHandler {
  constructor(private readonly database: Database) {}

  @Rpc(changeUsername)
  async handle(input: RpcInput<typeof changeUsername>): Promise<RpcOutput<typeof changeUsername>> {
    const username = toUsername(input.username);
    return this.database.transaction((tx) => rename(tx, input.memberId, username));
  }
}

async function rename(tx: Tx, memberId: number, username: string): Promise<OwnProfile> {
  const locked = await lockMember(tx, memberId);
  if (!locked) throw new AppError(authErrors.MEMBER_NOT_FOUND);
  const before = locked.member;
  if (before.username === username) return before;
  if ((await countGivenUpToday(tx, memberId)) >= MAX_CHANGES_A_DAY) {
    const details = { retryAfterSeconds: A_DAY_IN_SECONDS };
    throw new AppError(authErrors.USERNAME_CHANGED_TOO_OFTEN, { details });
  }
  const after = await updateMember(tx, memberId, { username });
  await assertNotKept(tx, after);
  await keepUsername(tx, before.username, memberId);
  await recordEvent(tx, memberProfileChanged, { profile: toPublicProfile(after) });
  return after;
}
