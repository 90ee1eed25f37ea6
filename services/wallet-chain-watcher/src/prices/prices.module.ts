import { Module } from '@nestjs/common';
import { PriceCache } from './price-cache.js';
import { PriceSource } from './price-source.js';
import { PricesController } from './prices.controller.js';
import { PricesJobs } from './prices.jobs.js';
import { PricesService } from './prices.service.js';

/** What LIKE costs: a part of the watcher that shares nothing with the deposits but the process. */
@Module({ controllers: [PricesController], providers: [PricesService, PricesJobs, PriceSource, PriceCache] })
export class PricesModule {}
