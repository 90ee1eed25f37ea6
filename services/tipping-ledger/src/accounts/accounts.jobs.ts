import { NANO_PER_LIKE } from '@likewell/contracts/core/money';
import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountGauges } from './account-gauges.js';
import { countUnpaidBonuses, findSystemAccounts } from './accounts.queries.js';
import { AccountsService } from './accounts.service.js';

const PAY_EVERY_MS = 60_000;
const SHOW_EVERY_MS = 10_000;

@Injectable()
export class AccountsJobs {
  /** How many bonuses were held back at the last check. */
  private held = 0;
  private readonly gauges: ReturnType<typeof accountGauges>;

  constructor(
    private readonly accounts: AccountsService,
    private readonly database: Database,
    private readonly state: ProcessState,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.gauges = accountGauges(metrics);
  }

  /**
   * Pays sign-up bonuses that were held back until today, and those that found an empty treasury, once it is
   * filled again. It pays a few at a time, and rests at least as long as it works, so that tips have at least
   * half of the lock however many bonuses are owed. While tips are paused it pays none.
   */
  @Every(PAY_EVERY_MS)
  async payOwedBonuses(): Promise<void> {
    while (!this.state.stopping.aborted && (await this.accounts.releaseHeldBonuses()));
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
    const { owed, held } = await countUnpaidBonuses(tx);
    for (const [account, nano] of Object.entries(await findSystemAccounts(tx)))
      this.gauges.balances.set({ account }, Number(nano) / Number(NANO_PER_LIKE));
    this.gauges.owed.set(owed);
    this.gauges.held.set(held);
    if (held > this.held)
      this.logger.warn({ held }, 'sign-up bonuses are held back by the budgets of the day');
    this.held = held;
  }
}
