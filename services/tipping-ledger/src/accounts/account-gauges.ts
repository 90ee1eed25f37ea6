import { NANO_PER_LIKE } from '@likewell/contracts/core/money';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';

/** Shows among the metrics what the accounts that are no member's hold, and how many bonuses are owed or held back. */
@Injectable()
export class AccountGauges {
  private readonly balances: Gauge<'account'>;
  private readonly owed: Gauge;
  private readonly held: Gauge;

  constructor({ registry }: Metrics) {
    this.balances = new Gauge({
      name: 'likewell_ledger_account_like',
      help: "What the system's accounts hold, in LIKE; `chain` is minus all that ever came in",
      labelNames: ['account'] as const,
      registers: [registry],
    });
    this.owed = new Gauge({
      name: 'likewell_bonuses_owed',
      help: 'Sign-up bonuses that wait until the treasury holds enough',
      registers: [registry],
    });
    this.held = new Gauge({
      name: 'likewell_bonuses_held',
      help: 'Sign-up bonuses that wait for the budget of a later day',
      registers: [registry],
    });
  }

  /** @param balances by kind of account, in nano-LIKE */
  show(balances: Readonly<Record<string, bigint>>, { owed, held }: { owed: number; held: number }): void {
    for (const [account, nano] of Object.entries(balances))
      this.balances.set({ account }, Number(nano) / Number(NANO_PER_LIKE));
    this.owed.set(owed);
    this.held.set(held);
  }
}
