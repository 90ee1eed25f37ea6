import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { DraftsService } from './drafts.service.js';

const INTERVAL_MS = 3_600_000;

@Injectable()
export class DraftsJobs {
  constructor(private readonly drafts: DraftsService) {}

  @Every(INTERVAL_MS)
  async deleteUnused(): Promise<void> {
    await this.drafts.deleteUnused();
  }
}
