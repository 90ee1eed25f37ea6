import { NANO_PER_LIKE } from '@likewell/contracts/core/money';
import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Inject, Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { countUnpaidBonuses, findSystemAccounts } from './accounts.queries.js';

const SHOW_EVERY_MS = 10_000;

/** Shows in the metrics the balances of the system's accounts, and how many bonuses are owed or held back. */
@Injectable()
export class AccountGauges {
  private readonly balances: Gauge<'account'>;
  private readonly owed: Gauge;
  private readonly held: Gauge;
  /** How many bonuses were held back at the last look. */
  private lastHeld = 0;

  constructor(
    private readonly database: Database,
    metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.balances = metrics.gauge(
      'likewell_ledger_account_like',
      "What the system's accounts hold, in LIKE; `chain` is minus all that ever came in",
      'account',
    );
    this.owed = metrics.gauge(
      'likewell_bonuses_owed',
      'Sign-up bonuses that wait until the treasury holds enough',
    );
    this.held = metrics.gauge(
      'likewell_bonuses_held',
      'Sign-up bonuses that wait for the budget of a later day',
    );
  }

  @Every(SHOW_EVERY_MS)
  async showAccounts(): Promise<void> {
    const { owed, held } = await countUnpaidBonuses(this.database.read);
    for (const [account, nano] of Object.entries(await findSystemAccounts(this.database.read)))
      this.balances.set({ account }, Number(nano) / Number(NANO_PER_LIKE));
    this.owed.set(owed);
    this.held.set(held);
    if (held > this.lastHeld)
      this.logger.warn({ held }, 'sign-up bonuses are held back by the budgets of the day');
    this.lastHeld = held;
  }
}
