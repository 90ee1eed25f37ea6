import { confirmIdentity, getConfirmation } from '@likewell/contracts/auth/confirmation-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { ConfirmationsService } from './confirmations.service.js';

@Controller()
export class ConfirmationsController {
  constructor(private readonly confirmations: ConfirmationsService) {}

  @Rpc(getConfirmation)
  get({ tokenHash }: RpcInput<typeof getConfirmation>) {
    return this.confirmations.find(tokenHash);
  }

  @Rpc(confirmIdentity)
  confirm(confirming: RpcInput<typeof confirmIdentity>) {
    return this.confirmations.confirm(confirming);
  }
}
