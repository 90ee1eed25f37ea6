import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { listPrices, type PriceRange } from '@likewell/contracts/wallet-chain-watcher/price';
import { CONFIG } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller, Inject } from '@nestjs/common';
import type { WatcherConfig } from '../config.js';
import { seriesOf } from '../domain/price-steps.js';
import { findFirstSample, listSamples } from '../storage/price-samples.js';
import { ShortMemory } from '../storage/short-memory.js';

/** However many look at the chart, a replica asks Postgres once a second for each range. */
const HELD_MS = 1000;

@Controller()
export class ListPricesHandler {
  private readonly lists = new ShortMemory(HELD_MS, (range: PriceRange) => this.list(range));

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: WatcherConfig,
  ) {}

  @Rpc(listPrices)
  handle({ range }: RpcInput<typeof listPrices>): Promise<RpcOutput<typeof listPrices>> {
    return this.lists.ask(range);
  }

  private async list(range: PriceRange): Promise<RpcOutput<typeof listPrices>> {
    const { read } = this.database;
    const first = await findFirstSample(read, this.config.LIKE_MINT);
    if (first === null) return { points: [] };
    const samples = await listSamples(read, this.config.LIKE_MINT, seriesOf(range, first, new Date()));
    return { points: samples.map(({ at, usd }) => ({ at: at.toISOString(), usd })) };
  }
}
