import { cancelDeletion, getDeletion, requestDeletion } from '@likewell/contracts/auth/leaving-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { DeletionsService } from './deletions.service.js';

@Controller()
export class DeletionsController {
  constructor(private readonly deletions: DeletionsService) {}

  @Rpc(requestDeletion)
  request(asked: RpcInput<typeof requestDeletion>) {
    return this.deletions.request(asked);
  }

  @Rpc(cancelDeletion)
  async cancel({ memberId, origin }: RpcInput<typeof cancelDeletion>) {
    await this.deletions.cancel(memberId, origin);
    return {};
  }

  @Rpc(getDeletion)
  async get({ memberId }: RpcInput<typeof getDeletion>) {
    return { deletion: await this.deletions.find(memberId) };
  }
}
