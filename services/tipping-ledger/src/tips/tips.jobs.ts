import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { tipSwitch } from './tip-switch.js';
import { TipsService } from './tips.service.js';

const LOOK_EVERY_MS = 500;

@Injectable()
export class TipsJobs {
  constructor(
    private readonly tips: TipsService,
    private readonly database: Database,
  ) {}

  /** By the clock, so that no tip has to ask. */
  @Every(LOOK_EVERY_MS)
  async readSwitch(): Promise<void> {
    this.tips.isPaused = await tipSwitch.isPaused(this.database.read);
  }
}
