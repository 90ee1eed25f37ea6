import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { TipsService } from './tips.service.js';

const LOOK_EVERY_MS = 500;

@Injectable()
export class TipsJobs {
  constructor(private readonly tips: TipsService) {}

  /** Reads the switch by the clock, so that only the first tip has to. */
  @Every(LOOK_EVERY_MS)
  async readSwitch(): Promise<void> {
    await this.tips.readSwitch();
  }
}
