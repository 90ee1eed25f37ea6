import { findProfile } from '@likewell/contracts/auth/rpc';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { findMember, findMemberByUsername, toPublicProfile } from '../storage/members.js';

@Controller()
export class FindProfileHandler {
  constructor(private readonly database: Database) {}

  @Rpc(findProfile)
  async handle(wanted: RpcInput<typeof findProfile>): Promise<RpcOutput<typeof findProfile>> {
    const member =
      'memberId' in wanted
        ? await findMember(this.database.read, wanted.memberId)
        : await findMemberByUsername(this.database.read, wanted.username.toLowerCase());
    return { profile: member && toPublicProfile(member) };
  }
}
