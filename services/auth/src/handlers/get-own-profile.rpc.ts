import { authErrors } from '@likewell/contracts/auth/errors';
import { getOwnProfile } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { findMember } from '../storage/members.js';

@Controller()
export class GetOwnProfileHandler {
  constructor(private readonly database: Database) {}

  @Rpc(getOwnProfile)
  async handle({ memberId }: RpcInput<typeof getOwnProfile>): Promise<RpcOutput<typeof getOwnProfile>> {
    const member = await findMember(this.database.read, memberId);
    if (!member) throw new AppError(authErrors.MEMBER_NOT_FOUND);
    return member;
  }
}
