import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { DeletionsService } from './deletions.service.js';

const INTERVAL_MS = 60_000;

@Injectable()
export class DeletionsJobs {
  constructor(private readonly deletions: DeletionsService) {}

  /** Deletes one account after the other, each in a transaction of its own. */
  @Every(INTERVAL_MS)
  async carryOut(): Promise<void> {
    while (await this.deletions.carryOutNext());
  }
}
