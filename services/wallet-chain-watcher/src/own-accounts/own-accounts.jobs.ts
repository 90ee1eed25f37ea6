import { CONFIG } from '@likewell/service-kit/config/config';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Inject, Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import type { WatcherConfig } from '../config.js';
import { LikeMint } from './like-mint.js';
import { OwnAccountsService } from './own-accounts.service.js';

const INTERVAL_MS = 1000;

@Injectable()
export class OwnAccountsJobs {
  private readonly replaced: Gauge;

  constructor(
    private readonly mint: LikeMint,
    private readonly ownAccounts: OwnAccountsService,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    metrics: Metrics,
  ) {
    this.replaced = metrics.gauge(
      'likewell_receiving_wallet_replaced',
      '1 while members are told another wallet than the RECEIVING_WALLET of this replica, otherwise 0',
    );
  }

  /** Shows whether members are told the configured wallet: operators change the list while replicas run. */
  @Every(INTERVAL_MS)
  async showReplaced(): Promise<void> {
    const { token } = this.mint;
    if (!token) return;
    const wallet = await this.ownAccounts.currentWallet(token);
    this.replaced.set(wallet === this.config.RECEIVING_WALLET ? 0 : 1);
  }
}
