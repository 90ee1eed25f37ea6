import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { SessionsService } from './sessions.service.js';

const INTERVAL_MS = 3_600_000;

@Injectable()
export class SessionsJobs {
  constructor(private readonly sessions: SessionsService) {}

  @Every(INTERVAL_MS)
  endExpired(): Promise<boolean> {
    return this.sessions.endExpired();
  }
}
