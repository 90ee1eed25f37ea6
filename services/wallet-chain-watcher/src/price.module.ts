import { Module } from '@nestjs/common';
import { DeleteOldPricesCron } from './handlers/delete-old-prices.cron.js';
import { FillPriceHistoryCron } from './handlers/fill-price-history.cron.js';
import { GetPriceHandler } from './handlers/get-price.rpc.js';
import { ListPricesHandler } from './handlers/list-prices.rpc.js';
import { SamplePriceCron } from './handlers/sample-price.cron.js';
import { PriceSource } from './outside/price-source.js';
import { PriceCache } from './storage/price-cache.js';

/** What LIKE costs: a part of the watcher that shares nothing with the deposits but the process. */
@Module({
  controllers: [
    GetPriceHandler,
    ListPricesHandler,
    SamplePriceCron,
    FillPriceHistoryCron,
    DeleteOldPricesCron,
  ],
  providers: [PriceSource, PriceCache],
})
export class PriceModule {}
