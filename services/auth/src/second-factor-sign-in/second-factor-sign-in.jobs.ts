import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { Tickets } from '../second-factors/tickets.js';

const INTERVAL_MS = 600_000;

@Injectable()
export class SecondFactorSignInJobs {
  constructor(
    private readonly database: Database,
    private readonly tickets: Tickets,
  ) {}

  @Every(INTERVAL_MS)
  async deleteOld(): Promise<void> {
    await this.database.transaction((tx) => this.tickets.deleteOld(tx));
  }
}
