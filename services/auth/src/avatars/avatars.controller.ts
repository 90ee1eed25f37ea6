import { changeAvatar, findAvatar } from '@likewell/contracts/auth/profile-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { AvatarsService } from './avatars.service.js';

@Controller()
export class AvatarsController {
  constructor(private readonly avatars: AvatarsService) {}

  @Rpc(changeAvatar)
  change(input: RpcInput<typeof changeAvatar>) {
    return this.avatars.change(input.memberId, input.image);
  }

  @Rpc(findAvatar)
  async find({ sha256 }: RpcInput<typeof findAvatar>) {
    return { image: await this.avatars.find(sha256) };
  }
}
