import { PollingWorker } from '../concurrency/polling-worker.js';
import type { Database, Tx } from '../database/database.js';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import { steadyNow } from '../telemetry/steady-clock.js';
import type { EventBus } from './event-bus.js';
import * as outbox from './outbox-rows.js';

const BATCH = 200;
/**
 * Pause between two rounds, so that the events of a busy service share one; the first one after a rest goes
 * out at once.
 */
const GATHER_MS = 50;
const POLL_MS = 1000;
const RETRY_MS = 1000;
const BUSY_ELSEWHERE_MS = 100;
const STREAM_CHECK_MS = 5000;

/**
 * Publishes committed outbox rows to the stream in order, with the row's id as message id. One replica relays
 * at a time. When the stream is a new one, all retained rows are published again and the inboxes drop
 * duplicates.
 */
export class OutboxRelay {
  private readonly worker: PollingWorker;
  private nextStreamCheck = 0;
  private roundEndedAt = 0;
  private turnEndedAt = steadyNow();
  private wakeUp: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Database,
    private readonly bus: EventBus,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {
    this.worker = new PollingWorker('outbox relay', logger, RETRY_MS, () => this.relay());
  }

  start(): void {
    this.database.onOutboxCommit(() => {
      this.wakeSoon();
    });
    this.worker.start();
  }

  /** Time in milliseconds since this replica last had its turn, or since it started. */
  sinceTurnMs(): number {
    return steadyNow() - this.turnEndedAt;
  }

  private wakeSoon(): void {
    this.wakeUp ??= setTimeout(
      () => {
        this.wakeUp = null;
        this.worker.wake();
      },
      Math.max(0, this.roundEndedAt + GATHER_MS - steadyNow()),
    ).unref();
  }

  /** Publishes the waiting rows once more, and stops. */
  async stop(): Promise<void> {
    await this.worker.stop();
    await this.relay().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the last events wait for the next start');
    });
  }

  /** Runs one round. @returns the pause before the next one in milliseconds */
  private async relay(): Promise<number> {
    if (!this.bus.isConnected()) return RETRY_MS;
    const pauseMs = await this.database.transaction(async (tx) => {
      if (!(await outbox.becomeRelay(tx))) return BUSY_ELSEWHERE_MS;
      await this.checkStream(tx);
      const sent = (await this.sendWaiting(tx)) + (await this.sendAgain(tx));
      this.metrics.outboxPublished.inc(sent);
      return sent >= BATCH ? 0 : POLL_MS;
    });
    this.roundEndedAt = steadyNow();
    if (pauseMs !== BUSY_ELSEWHERE_MS) this.turnEndedAt = steadyNow();
    return pauseMs;
  }

  private async checkStream(tx: Tx): Promise<void> {
    if (steadyNow() < this.nextStreamCheck) return;
    const { createdAt } = await this.bus.ensureStream('event');
    await this.bus.ensureStream('total');
    if (await outbox.recordStream(tx, createdAt)) {
      this.logger.info({ stream: createdAt }, 'a new stream: all retained events go out again');
    }
    this.nextStreamCheck = steadyNow() + STREAM_CHECK_MS;
  }

  private async sendWaiting(tx: Tx): Promise<number> {
    const rows = await outbox.findWaiting(tx, BATCH);
    if (rows.length === 0) return 0;
    const sent = await this.publish(rows);
    await outbox.markPublished(tx, sent);
    return sent.length;
  }

  /** Continues after the last row of the unbroken run that this stream has stored. */
  private async sendAgain(tx: Tx): Promise<number> {
    const rows = await outbox.findResendable(tx, BATCH);
    if (rows.length === 0) return 0;
    const sent = new Set(await this.publish(rows));
    const firstMissing = rows.findIndex((row) => !sent.has(row));
    const last = rows.at(firstMissing === -1 ? -1 : firstMissing - 1);
    if (last && firstMissing !== 0) await outbox.markResent(tx, last);
    return sent.size;
  }

  /** @returns the rows that the stream has stored */
  private async publish(rows: readonly outbox.OutboxRow[]): Promise<outbox.OutboxRow[]> {
    const results = await Promise.allSettled(
      rows.map((row) => this.bus.publish(row.subject, JSON.stringify(row.envelope), row.id)),
    );
    const sent = rows.filter((_, index) => results[index]?.status === 'fulfilled');
    if (sent.length < rows.length) {
      // Probably the stream is gone: check it before the next round.
      this.nextStreamCheck = 0;
      this.logger.warn({ waiting: rows.length - sent.length }, 'the stream did not take all events');
    }
    return sent;
  }
}
