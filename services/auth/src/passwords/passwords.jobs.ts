import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { deleteOldGuesses } from './wrong-passwords.queries.js';

const INTERVAL_MS = 600_000;

@Injectable()
export class PasswordsJobs {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async deleteOldGuesses(): Promise<void> {
    await this.database.transaction(deleteOldGuesses);
  }
}
