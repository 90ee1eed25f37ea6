import { NANO_PER_LIKE } from '@likewell/contracts/kernel/money';
import { Every } from '@likewell/service-kit/boot/every.decorator';
import { CONFIG } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Controller, Inject } from '@nestjs/common';
import { Gauge } from 'prom-client';
import type { LedgerConfig } from '../config.js';
import { findHouse } from '../storage/house.js';

const INTERVAL_MS = 10_000;
const PERIOD_SECONDS = { '1d': 86_400, '1h': 3600, '1m': 60, off: 0 };

/** Shows among the metrics what the house's accounts hold, when the clock last closed an epoch, and bonuses owed. */
@Controller()
export class ShowLedgerCron {
  private readonly balances: Gauge<'account'>;
  private readonly closedAt: Gauge;
  private readonly epoch: Gauge;
  private readonly owed: Gauge;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) { EPOCH }: LedgerConfig,
    metrics: Metrics,
  ) {
    const registers = [metrics.registry];
    this.balances = new Gauge({
      name: 'likewell_ledger_account_like',
      help: "What the house's accounts hold, in LIKE; `chain` is minus all that ever came in",
      labelNames: ['account'] as const,
      registers,
    });
    this.closedAt = new Gauge({
      name: 'likewell_epoch_closed_timestamp_seconds',
      help: "When the clock last closed a holders' epoch, also one without anything to share",
      registers,
    });
    this.epoch = new Gauge({
      name: 'likewell_epoch',
      help: "The number of the last holders' epoch that shared something",
      registers,
    });
    this.owed = new Gauge({
      name: 'likewell_bonuses_owed',
      help: 'Sign-up bonuses that wait until the treasury holds enough',
      registers,
    });
    metrics.watch(
      'likewell_epoch_period_seconds',
      "How long a holders' epoch is to last; 0 when only a person closes one",
      () => PERIOD_SECONDS[EPOCH],
    );
  }

  @Every(INTERVAL_MS)
  async run(): Promise<void> {
    const { accounts, epoch, lastCloseAt, bonusesOwed } = await findHouse(this.database.read);
    for (const [account, nano] of Object.entries(accounts))
      this.balances.set({ account }, Number(nano) / Number(NANO_PER_LIKE));
    this.epoch.set(epoch);
    this.closedAt.set(lastCloseAt.getTime() / 1000);
    this.owed.set(bonusesOwed);
  }
}
