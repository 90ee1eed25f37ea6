import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { deleteReleasedUsernames } from './former-usernames.queries.js';

const INTERVAL_MS = 3_600_000;

@Injectable()
export class UsernamesJobs {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async deleteReleased(): Promise<void> {
    await this.database.transaction(deleteReleasedUsernames);
  }
}
