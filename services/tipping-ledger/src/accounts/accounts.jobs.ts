import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccountGauges } from './account-gauges.js';
import { countOwedBonuses, findSystemAccounts } from './accounts.queries.js';
import { AccountsService } from './accounts.service.js';

const PAY_EVERY_MS = 60_000;
const SHOW_EVERY_MS = 10_000;

@Injectable()
export class AccountsJobs implements BeforeApplicationShutdown {
  private isStopping = false;

  constructor(
    private readonly accounts: AccountsService,
    private readonly database: Database,
    private readonly gauges: AccountGauges,
  ) {}

  /**
   * Pays sign-up bonuses that met an empty treasury, once it is filled again: a few at a time, and no longer than it
   * rests in between, so that tips have at least half of the lock however many are owed.
   */
  @Every(PAY_EVERY_MS)
  async payOwedBonuses(): Promise<void> {
    let last: number | null = 0;
    while (last !== null && !this.isStopping) {
      const begunAt = performance.now();
      last = await this.accounts.payOwedBonuses(last);
      if (last !== null) await sleep(performance.now() - begunAt);
    }
  }

  @Every(SHOW_EVERY_MS)
  async showAccounts(): Promise<void> {
    const tx = this.database.read;
    this.gauges.show(await findSystemAccounts(tx), await countOwedBonuses(tx));
  }

  beforeApplicationShutdown(): void {
    this.isStopping = true;
  }
}
