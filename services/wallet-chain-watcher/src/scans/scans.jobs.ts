import { PollingWorker } from '@likewell/service-kit/concurrency/polling-worker';
import { CONFIG } from '@likewell/service-kit/config/config';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Database } from '@likewell/service-kit/database/database';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { WatcherConfig } from '../config.js';
import { LikeMint } from '../own-accounts/like-mint.js';
import { OwnAccountsService } from '../own-accounts/own-accounts.service.js';
import { Reconciler } from '../reconciliation/reconciler.js';
import type { LikeToken } from '../solana/like-token.js';
import { ChainScanner } from './chain-scanner.js';
import { LeaseLost, returnLease, takeLease, type Fence } from './lease.queries.js';
import { ScanMetrics } from './scan-metrics.js';
import { findReachedAt, openScan } from './scans.queries.js';
import { Sweeper } from './sweeper.js';

const LEASE = 'scan-chain';
const MAX_PAUSE_MS = 60_000;

/**
 * Scans all receiving accounts in the replica that has the lease. After a failure it retries, with delays
 * that grow up to a minute.
 */
@Injectable()
export class ScansJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly holder = randomUUID();
  private readonly worker: PollingWorker;
  private inVain = 0;
  private reconciledAt = 0;

  constructor(
    private readonly scanner: ChainScanner,
    private readonly sweeper: Sweeper,
    private readonly reconciler: Reconciler,
    private readonly mint: LikeMint,
    private readonly ownAccounts: OwnAccountsService,
    private readonly database: Database,
    private readonly metrics: ScanMetrics,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.worker = new PollingWorker('scan-chain', logger, config.SCAN_INTERVAL_MS, () => this.round());
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
    await returnLease(this.database, LEASE, this.holder).catch(() => undefined);
  }

  private async round(): Promise<number> {
    const interval = this.config.SCAN_INTERVAL_MS;
    try {
      this.inVain = (await this.scan()) ? 0 : this.inVain + 1;
    } catch (error) {
      this.inVain += 1;
      if (!(error instanceof LeaseLost)) this.logger.warn({ err: error }, 'the chain could not be scanned');
    }
    return this.inVain === 0
      ? interval
      : Math.min(interval * 2 ** Math.min(this.inVain - 1, 20), Math.max(interval, MAX_PAUSE_MS));
  }

  /** Returns true when everything that is due is done, or is another replica's to do. */
  private async scan(): Promise<boolean> {
    const { token } = this.mint;
    if (!token) {
      await this.reconcileIfDue(null);
      return true;
    }
    const isHolder = (await this.takeLease()) !== null;
    this.metrics.showIsHolder(isHolder);
    if (!isHolder) {
      this.reconciler.forget();
      return true;
    }
    const { receiving, version } = await this.ownAccounts.find(token);
    let isWhole = true;
    for (const account of receiving.keys()) isWhole = (await this.scanOne(account, version)) && isWhole;
    await this.show([...receiving.keys()]);
    await this.reconcileIfDue(token);
    return isWhole;
  }

  /**
   * Scans one account; its failure does not stop the others, and that of its walk does not stop its sweeps.
   * @throws LeaseLost
   */
  private async scanOne(account: string, version: number): Promise<boolean> {
    const walk = { account, version, renew: () => this.renew() };
    const isReached = await this.attempt(account, async () =>
      this.scanner.walk(walk, await openScan(this.database, account)),
    );
    const isSwept = await this.attempt(account, async () => {
      await this.sweeper.sweep(walk);
      return true;
    });
    return isReached && isSwept;
  }

  /** Returns false where it fails. @throws LeaseLost */
  private async attempt(account: string, scan: () => Promise<boolean>): Promise<boolean> {
    try {
      return await scan();
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      this.logger.warn({ err: error, account }, 'an account could not be scanned');
      return false;
    }
  }

  private async renew(): Promise<Fence> {
    const fence = this.worker.stopping ? null : await this.takeLease();
    if (!fence) throw new LeaseLost('another replica scans now');
    return fence;
  }

  private takeLease(): Promise<Fence | null> {
    // Longer than a pause and the slowest page. If the lease still expires, the fence rejects late writes.
    const ttlMs = 3 * this.config.SCAN_INTERVAL_MS + 2 * this.config.SOLANA_TIMEOUT_MS;
    return takeLease(this.database, { name: LEASE, holder: this.holder, ttlMs });
  }

  private async show(accounts: readonly string[]): Promise<void> {
    this.metrics.showReached(await findReachedAt(this.database.read, accounts));
    this.metrics.showSwept(await this.sweeper.sweptAt(accounts));
  }

  /** Runs without the mint too: waiting deposits must be shown even when the missing mint is their cause. */
  private async reconcileIfDue(token: LikeToken | null): Promise<void> {
    if (steadyNow() - this.reconciledAt < this.config.reconcileIntervalMs) return;
    this.reconciledAt = steadyNow();
    await this.reconciler.round(token);
  }
}
