import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { deleteExpiredSessions } from './sessions.queries.js';

const INTERVAL_MS = 3_600_000;

@Injectable()
export class SessionsJobs {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async deleteExpired(): Promise<void> {
    await this.database.transaction(deleteExpiredSessions);
  }
}
