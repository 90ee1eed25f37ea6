import { PollingWorker } from '@likewell/service-kit/concurrency/polling-worker';
import { LOGGER, type Logger } from '@likewell/service-kit/telemetry/logger';
import { Database } from '@likewell/service-kit/database/database';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DepositMetrics } from './deposit-metrics.js';
import { correctDue, forgetUnknown, putOff, setUnreadableAside, takeDue } from './deposit-queue.queries.js';
import { DepositSettler, isFinal, type DepositStatus } from './deposit-settler.js';
import { DepositNotifier } from './deposit-notifier.js';
import { renewUnknown } from './listed-pages.queries.js';
import { claimOfNextLinked } from './unclaimed-deposits.js';

const TOGETHER = 100;
const IDLE_MS = 500;
/** How long a backlog may keep it from looking for more. */
const FIND_MORE_MS = 5000;
/**
 * Longest pause while the chain is unavailable. Deposits that only the ledger has to be
 * told of must not wait longer.
 */
const MAX_PAUSE_MS = 15_000;

/** Settles what the scanner has stored and what a crash left half done, in every replica. */
@Injectable()
export class DepositsJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: PollingWorker;
  private inVain = 0;
  /** When it last looked for more, in steady milliseconds. */
  private foundMoreAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly settler: DepositSettler,
    private readonly notifier: DepositNotifier,
    private readonly metrics: DepositMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.worker = new PollingWorker('settle-deposits', logger, IDLE_MS, () => this.round());
  }

  onApplicationBootstrap(): void {
    this.notifier.onNotify(() => {
      if (this.inVain === 0) this.worker.wake();
    });
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
  }

  private async round(): Promise<number> {
    const due = await this.database.transaction((tx) => takeDue(tx, TOGETHER));
    const isTime = due.length === 0 || steadyNow() >= this.foundMoreAt + FIND_MORE_MS;
    const isMore = isTime && (await this.findMore());
    if (due.length === 0) return isMore ? 0 : IDLE_MS;
    const statuses = await this.settler.settle(due.map(({ signature }) => signature));
    const isInVain = pick(statuses, ['unavailable']).length === due.length;
    if ([...statuses.values()].some((status) => !isFinal(status))) await this.putOff(statuses);
    this.inVain = isInVain ? this.inVain + 1 : 0;
    if (this.inVain > 0) return Math.min(IDLE_MS * 2 ** Math.min(this.inVain, 10), MAX_PAUSE_MS);
    return due.length === TOGETHER ? 0 : IDLE_MS;
  }

  /**
   * Does the work of idle times, and now and then during a backlog, which may last for hours: makes due what a
   * wrong clock has put off, resets what a version of this service without a list of accounts has judged as
   * `nothing`, and claims the remaining deposits of linked wallets. Returns true when there may be more to do.
   */
  private async findMore(): Promise<boolean> {
    this.foundMoreAt = steadyNow();
    const corrected = await this.database.transaction((tx) => correctDue(tx, TOGETHER));
    const renewed = await this.database.transaction((tx) => renewUnknown(tx, TOGETHER));
    const claimed = await this.database.transaction(claimOfNextLinked);
    return corrected > 0 || renewed === TOGETHER || claimed > 0;
  }

  private async putOff(statuses: ReadonlyMap<string, DepositStatus>): Promise<void> {
    const { unreadable, forgotten } = await this.database.transaction(async (tx) => {
      await putOff(tx, pick(statuses, ['unavailable']), 'again');
      await putOff(tx, pick(statuses, ['unsettled', 'seen', 'judged', 'claiming']), 'later');
      await putOff(tx, pick(statuses, ['unknown']), 'unknown');
      return {
        unreadable: await setUnreadableAside(tx, pick(statuses, ['unreadable'])),
        forgotten: await forgetUnknown(tx, pick(statuses, ['unknown'])),
      };
    });
    for (const signature of unreadable)
      this.logger.warn({ signature }, 'an endpoint of solana tells others but not this one; it is set aside');
    for (const signature of forgotten)
      this.logger.warn({ signature }, 'no endpoint of solana knows what one has listed; it is forgotten');
    this.metrics.forgotten.inc(forgotten.length);
  }
}

function pick(
  statuses: ReadonlyMap<string, DepositStatus>,
  states: readonly DepositStatus['state'][],
): string[] {
  return [...statuses].filter(([, { state }]) => states.includes(state)).map(([signature]) => signature);
}
