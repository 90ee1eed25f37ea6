import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { DraftsService } from './drafts.service.js';

const INTERVAL_MS = 600_000;

@Injectable()
export class DraftsJobs {
  constructor(private readonly drafts: DraftsService) {}

  @Every(INTERVAL_MS)
  async deleteOld(): Promise<void> {
    await this.drafts.deleteOld();
  }
}
