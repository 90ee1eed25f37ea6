import { getTipLimit, setTipLimit } from '@likewell/contracts/auth/tip-limit-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { TipLimitsService } from './tip-limits.service.js';

@Controller()
export class TipLimitsController {
  constructor(private readonly limits: TipLimitsService) {}

  @Rpc(getTipLimit)
  get({ memberId }: RpcInput<typeof getTipLimit>) {
    return this.limits.get(memberId);
  }

  @Rpc(setTipLimit)
  set({ memberId, limitNano }: RpcInput<typeof setTipLimit>) {
    return this.limits.set(memberId, limitNano);
  }
}
