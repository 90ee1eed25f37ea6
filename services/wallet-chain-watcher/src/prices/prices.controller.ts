import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { getPrice, listPrices } from '@likewell/contracts/wallet-chain-watcher/price';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import type { Sample } from './price-steps.js';
import { PricesService } from './prices.service.js';

@Controller()
export class PricesController {
  constructor(private readonly prices: PricesService) {}

  @Rpc(getPrice)
  async last() {
    const price = await this.prices.last();
    return { price: price && pointOf(price) };
  }

  @Rpc(listPrices)
  async list({ range }: RpcInput<typeof listPrices>) {
    return { points: (await this.prices.list(range)).map(pointOf) };
  }
}

const pointOf = ({ at, usd }: Sample) => ({ at: at.toISOString(), usd });
