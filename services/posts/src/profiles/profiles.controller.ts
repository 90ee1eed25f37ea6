import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { getProfile } from '@likewell/contracts/posts/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { ProfilesService } from './profiles.service.js';

@Controller()
export class ProfilesController {
  constructor(private readonly profiles: ProfilesService) {}

  @Rpc(getProfile)
  get({ username, viewerId }: RpcInput<typeof getProfile>) {
    return this.profiles.get(username, viewerId);
  }
}
