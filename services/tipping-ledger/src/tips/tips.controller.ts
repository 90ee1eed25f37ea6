import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { createTip } from '@likewell/contracts/tipping-ledger/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { TipsService } from './tips.service.js';

@Controller()
export class TipsController {
  constructor(private readonly tips: TipsService) {}

  @Rpc(createTip)
  create(tip: RpcInput<typeof createTip>) {
    return this.tips.create(tip);
  }
}
