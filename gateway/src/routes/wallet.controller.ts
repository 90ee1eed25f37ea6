import type { RouteAnswer } from '@likewell/contracts/gateway/define-route';
import { walletHistory } from '@likewell/contracts/gateway/wallet';
import { listStatement } from '@likewell/contracts/tipping-ledger/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import { FromRequest, Handle, type Input } from '../http/route.decorator.js';
import { historyView } from './views.js';

@Controller()
export class WalletController {
  constructor(private readonly rpc: RpcClient) {}

  @Handle(walletHistory, { limit: 'read' })
  async history(
    @FromRequest() { query, memberId }: Input<typeof walletHistory>,
  ): Promise<RouteAnswer<typeof walletHistory>> {
    const { items, nextCursor } = await this.rpc.call(listStatement, { memberId, ...query });
    return { items: items.map(historyView), nextCursor };
  }
}
