import { Every } from '@likewell/service-kit/boot/every.decorator';
import { Database } from '@likewell/service-kit/database/database';
import { Controller } from '@nestjs/common';
import { deleteExpiredAttempts } from '../storage/google-attempts.js';

const INTERVAL_MS = 600_000;

@Controller()
export class DeleteExpiredGoogleAttemptsCron {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async run(): Promise<void> {
    await this.database.transaction(deleteExpiredAttempts);
  }
}
