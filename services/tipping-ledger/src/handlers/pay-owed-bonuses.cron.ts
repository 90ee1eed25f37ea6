import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/boot/every.decorator';
import { Controller } from '@nestjs/common';
import { payOwedBonuses } from '../storage/accounts.js';

const INTERVAL_MS = 60_000;

/** Pays sign-up bonuses that met an empty treasury, once it is filled again. */
@Controller()
export class PayOwedBonusesCron {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async run(): Promise<void> {
    await this.database.transaction(payOwedBonuses);
  }
}
