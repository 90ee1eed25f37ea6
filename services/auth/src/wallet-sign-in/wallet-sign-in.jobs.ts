import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { deleteSpentMessages } from './wallet-messages.queries.js';

const INTERVAL_MS = 600_000;

@Injectable()
export class WalletSignInJobs {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async deleteSpent(): Promise<void> {
    await this.database.transaction(deleteSpentMessages);
  }
}
