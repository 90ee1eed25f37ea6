import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { deleteUnusedNetworks } from './known-networks.queries.js';
import { deleteExpiredCounts } from './use-counts.queries.js';

const INTERVAL_MS = 600_000;

@Injectable()
export class NetworksJobs {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async deleteExpiredCounts(): Promise<void> {
    await this.database.transaction(deleteExpiredCounts);
  }

  @Every(INTERVAL_MS)
  async deleteUnusedNetworks(): Promise<void> {
    await this.database.transaction(deleteUnusedNetworks);
  }
}
