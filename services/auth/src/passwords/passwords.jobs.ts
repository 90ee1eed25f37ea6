import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { GuessCounter } from '../networks/guess-counter.js';

const INTERVAL_MS = 600_000;

@Injectable()
export class PasswordsJobs {
  constructor(
    private readonly database: Database,
    private readonly counter: GuessCounter,
  ) {}

  @Every(INTERVAL_MS)
  async deleteOldGuesses(): Promise<void> {
    await this.database.transaction((tx) => this.counter.deleteOld(tx));
  }
}
