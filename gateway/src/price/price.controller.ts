import { price, priceHistory } from '@likewell/contracts/gateway/price';
import { getPrice, listPrices } from '@likewell/contracts/wallet-chain-watcher/price';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';

@Controller()
export class PriceController {
  constructor(private readonly rpc: RpcClient) {}

  @Handle(price)
  async now(@Res({ passthrough: true }) reply: FastifyReply) {
    const found = await this.rpc.call(getPrice, {});
    // The price is the same for everybody, and pages request it every 30 seconds.
    void reply.header('cache-control', 'public, max-age=10');
    return { usd: found.price?.usd ?? null, as_of: found.price?.at ?? null };
  }

  @Handle(priceHistory)
  async history(
    @FromRequest() { query }: Input<typeof priceHistory>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { points } = await this.rpc.call(listPrices, query);
    void reply.header('cache-control', 'public, max-age=60');
    return { items: points };
  }
}
