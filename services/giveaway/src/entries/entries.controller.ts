import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { listEntries } from '@likewell/contracts/giveaway/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { EntriesService } from './entries.service.js';

@Controller()
export class EntriesController {
  constructor(private readonly entries: EntriesService) {}

  @Rpc(listEntries)
  async list({ giveawayId, cursor }: RpcInput<typeof listEntries>) {
    const { items, nextCursor } = await this.entries.list(giveawayId, cursor);
    return { entries: items, nextCursor };
  }
}
