import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { deleteExpiredChanges } from './address-changes.queries.js';

const INTERVAL_MS = 600_000;

@Injectable()
export class AddressesJobs {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async deleteExpired(): Promise<void> {
    await this.database.transaction(deleteExpiredChanges);
  }
}
