import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { TipsService } from './tips.service.js';

const LOOK_EVERY_MS = 500;

@Injectable()
export class TipsJobs {
  constructor(private readonly tips: TipsService) {}

  /** By the clock, so that no tip but the first has to ask. */
  @Every(LOOK_EVERY_MS)
  async readSwitch(): Promise<void> {
    await this.tips.readSwitch();
  }
}
