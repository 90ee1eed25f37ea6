import { holdersEpochs } from '@likewell/contracts/gateway/holders';
import { listEpochs } from '@likewell/contracts/tipping-ledger/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { epochView } from './holders.presenter.js';

@Controller()
export class HoldersController {
  constructor(private readonly rpc: RpcClient) {}

  @Handle(holdersEpochs)
  async epochs(@FromRequest() { query }: Input<typeof holdersEpochs>) {
    const { items, nextCursor } = await this.rpc.call(listEpochs, query);
    return { items: items.map(epochView), nextCursor };
  }
}
