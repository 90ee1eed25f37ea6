import { Every } from '@likewell/service-kit/boot/every.decorator';
import { Database } from '@likewell/service-kit/database/database';
import { Controller } from '@nestjs/common';
import { forgetUnusedDrafts } from '../storage/drafts.js';

const INTERVAL_MS = 3_600_000;

@Controller()
export class ForgetUnusedDraftsCron {
  constructor(private readonly database: Database) {}

  @Every(INTERVAL_MS)
  async run(): Promise<void> {
    await this.database.transaction(forgetUnusedDrafts);
  }
}
