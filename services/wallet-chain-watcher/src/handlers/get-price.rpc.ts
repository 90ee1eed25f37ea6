import type { RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { getPrice } from '@likewell/contracts/wallet-chain-watcher/price';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { PriceCache } from '../storage/price-cache.js';

@Controller()
export class GetPriceHandler {
  constructor(private readonly cache: PriceCache) {}

  @Rpc(getPrice)
  async handle(): Promise<RpcOutput<typeof getPrice>> {
    const price = await this.cache.read();
    return { price: price && { at: price.at.toISOString(), usd: price.usd } };
  }
}
