import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { deleteExpiredProofs } from './proofs.queries.js';

const INTERVAL_MS = 10 * 60_000;

@Injectable()
export class ProofsJobs {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async deleteExpired(): Promise<void> {
    await this.database.transaction(deleteExpiredProofs);
  }
}
