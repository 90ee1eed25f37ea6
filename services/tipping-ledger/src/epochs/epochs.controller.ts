import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { listEpochs } from '@likewell/contracts/tipping-ledger/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { EpochsService } from './epochs.service.js';

@Controller()
export class EpochsController {
  constructor(private readonly epochs: EpochsService) {}

  @Rpc(listEpochs)
  list({ cursor }: RpcInput<typeof listEpochs>) {
    return this.epochs.list(cursor);
  }
}
