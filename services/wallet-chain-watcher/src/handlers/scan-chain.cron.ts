import { NANO_PER_BASE_UNIT, NANO_PER_LIKE } from '@likewell/contracts/kernel/money';
import { Loop } from '@likewell/service-kit/boot/loop';
import { CONFIG, LOGGER } from '@likewell/service-kit/boot/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import {
  Controller,
  Inject,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { WatcherConfig } from '../config.js';
import { ChainMetrics } from '../outside/chain-metrics.js';
import { Chain } from '../outside/chain.js';
import { LikeMint } from '../outside/like-mint.js';
import { countDeposits } from '../storage/deposits.js';
import { LeaseLost, returnLease, takeLease, type Fence } from '../storage/lease.js';
import { openScan } from '../storage/scans.js';
import { ChainScanner } from '../watch/chain-scanner.js';

const LEASE = 'scan-chain';
const MAX_PAUSE_MS = 60_000;
const SHOW_EVERY_MS = 30_000;

/** Scans the chain in whichever replica has the lease. What goes wrong is tried again, ever more slowly up to a minute. */
@Controller()
export class ScanChainCron implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly holder = randomUUID();
  private readonly loop: Loop;
  private inVain = 0;
  private shownAt = 0;

  constructor(
    private readonly scanner: ChainScanner,
    private readonly chain: Chain,
    private readonly mint: LikeMint,
    private readonly database: Database,
    private readonly metrics: ChainMetrics,
    @Inject(CONFIG) private readonly config: WatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new Loop('scan-chain', logger, config.SCAN_INTERVAL_MS, () => this.round());
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
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

  /** True when it did all that is due, or that is another replica's. */
  private async scan(): Promise<boolean> {
    const account = this.mint.token?.account;
    if (account === undefined) return true;
    const isHolder = (await this.takeLease()) !== null;
    this.metrics.holdsLease.set(isHolder ? 1 : 0);
    if (!isHolder) return true;
    const walk = { account, renew: () => this.renew() };
    const scan = await this.database.transaction((tx) => openScan(tx, account));
    const reached = await this.scanner.walk(walk, scan);
    if (scan.isSweepDue) await this.scanner.sweep(walk);
    await this.show(account);
    return reached;
  }

  private async renew(): Promise<Fence> {
    const fence = this.loop.stopping ? null : await this.takeLease();
    if (!fence) throw new LeaseLost('another replica scans now');
    return fence;
  }

  private takeLease(): Promise<Fence | null> {
    // It outlives a pause and the slowest page; should it not, the fence keeps the order.
    const ttlMs = 3 * this.config.SCAN_INTERVAL_MS + 2 * this.config.SOLANA_TIMEOUT_MS;
    return takeLease(this.database, { name: LEASE, holder: this.holder, ttlMs });
  }

  private async show(account: string): Promise<void> {
    const { reachedAt } = await this.database.transaction((tx) => openScan(tx, account));
    this.metrics.scannedAt.set((reachedAt?.getTime() ?? 0) / 1000);
    if (Date.now() - this.shownAt < SHOW_EVERY_MS) return;
    this.shownAt = Date.now();
    const { byState, sumNano, oldestSeconds } = await countDeposits(this.database.read);
    this.metrics.deposits.reset();
    for (const [state, count] of byState) this.metrics.deposits.set({ state }, count);
    this.metrics.unfinished.set(oldestSeconds);
    this.metrics.booked.set(Number(sumNano) / Number(NANO_PER_LIKE));
    const balance = await this.chain.anyOf((endpoint) => this.chain.tokenBalance(endpoint, account));
    this.metrics.onChain.set(Number(balance * NANO_PER_BASE_UNIT) / Number(NANO_PER_LIKE));
  }
}
