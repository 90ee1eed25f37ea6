import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { DeletionsService } from './deletions.service.js';

const INTERVAL_MS = 60_000;

@Injectable()
export class DeletionsJobs {
  constructor(private readonly deletions: DeletionsService) {}

  @Every(INTERVAL_MS)
  carryOut(): Promise<void> {
    return this.deletions.carryOutDue();
  }
}
