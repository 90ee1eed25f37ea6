import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { deleteExpiredAttempts } from './google-attempts.queries.js';
import { deleteOldProofs } from './google-proofs.queries.js';

const INTERVAL_MS = 600_000;

@Injectable()
export class GoogleSignInJobs {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async deleteExpired(): Promise<void> {
    await this.database.transaction(deleteExpiredAttempts);
  }

  @Every(INTERVAL_MS)
  async deleteUnusedProofs(): Promise<void> {
    await this.database.transaction(deleteOldProofs);
  }
}
