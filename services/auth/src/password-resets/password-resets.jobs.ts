import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { ResetRequestsService } from './reset-requests.service.js';

const INTERVAL_MS = 500;

@Injectable()
export class PasswordResetsJobs {
  constructor(private readonly requests: ResetRequestsService) {}

  /** Processes the waiting requests, each in a run of its own. */
  @Every(INTERVAL_MS)
  carryOut(): Promise<boolean> {
    return this.requests.carryOutNext();
  }
}
