import { Every } from '@likewell/service-kit/boot/every.decorator';
import { Database } from '@likewell/service-kit/database/database';
import { Controller } from '@nestjs/common';
import { DENSITIES } from '../domain/price-steps.js';
import { deleteOldSamples } from '../storage/price-samples.js';

const INTERVAL_MS = 600_000;

@Controller()
export class DeleteOldPricesCron {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async run(): Promise<void> {
    for (const density of DENSITIES) await deleteOldSamples(this.database.read, density);
  }
}
