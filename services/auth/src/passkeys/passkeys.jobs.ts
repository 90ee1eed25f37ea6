import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { deleteOldChallenges } from './passkeys.queries.js';

const INTERVAL_MS = 600_000;

@Injectable()
export class PasskeysJobs {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async deleteOld(): Promise<void> {
    await this.database.transaction(deleteOldChallenges);
  }
}
