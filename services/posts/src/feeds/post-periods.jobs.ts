import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { PostPeriods } from './post-periods.service.js';

const MOVE_INTERVAL_MS = 5000;
const FILL_INTERVAL_MS = 1000;

@Injectable()
export class PostPeriodsJobs {
  constructor(private readonly periods: PostPeriods) {}

  @Every(MOVE_INTERVAL_MS)
  moveOn(): Promise<boolean> {
    return this.periods.moveOn();
  }

  @Every(FILL_INTERVAL_MS)
  fill(): Promise<boolean> {
    return this.periods.fill();
  }
}
