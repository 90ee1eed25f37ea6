import { Every } from '@likewell/service-kit/boot/every.decorator';
import { Database } from '@likewell/service-kit/database/database';
import { Controller } from '@nestjs/common';
import { deleteOldDays } from '../storage/budget.js';
import { deleteOldDrafts } from '../storage/drafts.js';

const INTERVAL_MS = 600_000;

@Controller()
export class DeleteOldDraftsCron {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async run(): Promise<void> {
    await this.database.transaction(async (tx) => {
      await deleteOldDrafts(tx);
      await deleteOldDays(tx);
    });
  }
}
