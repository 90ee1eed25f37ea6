import { deletesOld } from '@likewell/service-kit/jobs/deletes-old';
import { Module } from '@nestjs/common';
import { PriceCache } from './price-cache.js';
import { deleteOldSamples } from './price-samples.queries.js';
import { PriceSource } from './price-source.js';
import { PricesController } from './prices.controller.js';
import { PricesJobs } from './prices.jobs.js';
import { PricesService } from './prices.service.js';

/** The price of LIKE. This part of the watcher shares nothing with the deposits but the process. */
@Module({
  controllers: [PricesController],
  providers: [
    PricesService,
    PricesJobs,
    PriceSource,
    PriceCache,
    deletesOld('OldPricesJobs', deleteOldSamples),
  ],
})
export class PricesModule {}
