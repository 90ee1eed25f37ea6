import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccountGauges } from './account-gauges.js';
import { countUnpaidBonuses, findSystemAccounts } from './accounts.queries.js';
import { AccountsService } from './accounts.service.js';

const PAY_EVERY_MS = 60_000;
const SHOW_EVERY_MS = 10_000;

@Injectable()
export class AccountsJobs {
  /** How many bonuses were held back at the last check. */
  private held = 0;

  constructor(
    private readonly accounts: AccountsService,
    private readonly database: Database,
    private readonly gauges: AccountGauges,
    private readonly state: ProcessState,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Pays sign-up bonuses that were held back until today, and those that found an empty treasury, once it is
   * filled again. It pays a few at a time, and rests at least as long as it works, so that tips have at least
   * half of the lock however many bonuses are owed. While tips are paused it pays none.
   */
  @Every(PAY_EVERY_MS)
  async payOwedBonuses(): Promise<void> {
    await this.accounts.releaseHeldBonuses();
    let last: number | null = 0;
    while (last !== null && !this.state.stopping.aborted) {
      const begunAt = performance.now();
      last = await this.accounts.payOwedBonuses(last);
      if (last !== null) await sleep(performance.now() - begunAt);
    }
  }

  @Every(SHOW_EVERY_MS)
  async showAccounts(): Promise<void> {
    const tx = this.database.read;
    const unpaid = await countUnpaidBonuses(tx);
    this.gauges.show(await findSystemAccounts(tx), unpaid);
    if (unpaid.held > this.held)
      this.logger.warn({ held: unpaid.held }, 'sign-up bonuses are held back by the budgets of the day');
    this.held = unpaid.held;
  }
}
