import { NANO_PER_LIKE } from '@likewell/contracts/core/money';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';

/** Shows in the metrics the balances of the system's accounts, and how many bonuses are owed or held back. */
@Injectable()
export class AccountGauges {
  private readonly balances: Gauge<'account'>;
  private readonly owed: Gauge;
  private readonly held: Gauge;

  constructor(metrics: Metrics) {
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

  /**
   * Shows balances and unpaid bonuses.
   * @param balances by kind of account, in nano-LIKE
   */
  show(balances: Readonly<Record<string, bigint>>, { owed, held }: { owed: number; held: number }): void {
    for (const [account, nano] of Object.entries(balances))
      this.balances.set({ account }, Number(nano) / Number(NANO_PER_LIKE));
    this.owed.set(owed);
    this.held.set(held);
  }
}
