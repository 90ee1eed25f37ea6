import { changeUsername, findProfile, getOwnProfile } from '@likewell/contracts/auth/profile-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { MembersService } from './members.service.js';

@Controller()
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Rpc(getOwnProfile)
  getOwn({ memberId }: RpcInput<typeof getOwnProfile>) {
    return this.members.getOwn(memberId);
  }

  @Rpc(findProfile)
  async find(wanted: RpcInput<typeof findProfile>) {
    return { profile: await this.members.findPublic(wanted) };
  }

  @Rpc(changeUsername)
  changeUsername(input: RpcInput<typeof changeUsername>) {
    return this.members.changeUsername(input.memberId, input.username);
  }
}
