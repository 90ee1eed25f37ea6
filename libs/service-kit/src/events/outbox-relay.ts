import { jetstream } from '@nats-io/jetstream';
import { Loop } from '../boot/loop.js';
import type { Database, Tx } from '../database/database.js';
import type { Nats } from '../rpc/connect-nats.js';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import { ensureStream } from './event-stream.js';
import * as outbox from './outbox-rows.js';

const BATCH = 200;
/** Between two rounds, so that the events of a busy service share one; the first one after a rest goes out at once. */
const GATHER_MS = 50;
const POLL_MS = 1000;
const RETRY_MS = 1000;
const BUSY_ELSEWHERE_MS = 100;
const PUBLISH_TIMEOUT_MS = 3000;
const STREAM_CHECK_MS = 5000;
const CLEAN_UP_MS = 3_600_000;

/**
 * Hands committed outbox rows to JetStream in order, with the row's id as message id. One replica relays
 * at a time. Rows stay 30 days; when the stream turns out to be another one than the rows went to, all
 * retained rows go out again and the inboxes drop what they know.
 */
export class OutboxRelay {
  private readonly loop: Loop;
  private nextStreamCheck = 0;
  private nextCleanUp = 0;
  private roundEndedAt = 0;
  private wakeUp: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Database,
    private readonly nats: Nats,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly streamReplicas: number,
  ) {
    this.loop = new Loop('outbox relay', logger, RETRY_MS, () => this.relay());
  }

  start(): void {
    this.database.onOutboxCommit(() => {
      this.wakeSoon();
    });
    this.loop.start();
  }

  private wakeSoon(): void {
    this.wakeUp ??= setTimeout(
      () => {
        this.wakeUp = null;
        this.loop.wake();
      },
      Math.max(0, this.roundEndedAt + GATHER_MS - Date.now()),
    ).unref();
  }

  /** Publishes what is there, once more, and ends. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await this.relay().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the last events wait for the next start');
    });
  }

  /** One round. @returns how long to wait before the next one */
  private async relay(): Promise<number> {
    if (!this.nats.isConnected()) return RETRY_MS;
    const pauseMs = await this.database.transaction(async (tx) => {
      if (!(await outbox.becomeRelay(tx))) return BUSY_ELSEWHERE_MS;
      await this.checkStream(tx);
      await this.cleanUp(tx);
      const sent = (await this.sendWaiting(tx)) + (await this.sendAgain(tx));
      this.metrics.outboxPublished.inc(sent);
      this.metrics.outboxOldestSeconds.set(await outbox.measureLagSeconds(tx));
      return sent >= BATCH ? 0 : POLL_MS;
    });
    this.roundEndedAt = Date.now();
    return pauseMs;
  }

  private async checkStream(tx: Tx): Promise<void> {
    if (Date.now() < this.nextStreamCheck) return;
    const createdAt = await ensureStream(this.nats.connection, this.streamReplicas);
    if (await outbox.noteStream(tx, createdAt)) {
      this.logger.info({ stream: createdAt }, 'a new stream: all retained events go out again');
    }
    this.nextStreamCheck = Date.now() + STREAM_CHECK_MS;
  }

  private async cleanUp(tx: Tx): Promise<void> {
    if (Date.now() < this.nextCleanUp) return;
    await outbox.deleteOld(tx);
    this.nextCleanUp = Date.now() + CLEAN_UP_MS;
  }

  private async sendWaiting(tx: Tx): Promise<number> {
    const rows = await outbox.findWaiting(tx, BATCH);
    if (rows.length === 0) return 0;
    const sent = await this.publish(rows);
    await outbox.markPublished(tx, sent);
    return sent.length;
  }

  /** Goes on from the last row of the unbroken run that this stream has taken. */
  private async sendAgain(tx: Tx): Promise<number> {
    const rows = await outbox.findResendable(tx, BATCH);
    if (rows.length === 0) return 0;
    const sent = new Set(await this.publish(rows));
    const firstMissing = rows.findIndex((row) => !sent.has(row));
    const last = rows.at(firstMissing === -1 ? -1 : firstMissing - 1);
    if (last && firstMissing !== 0) await outbox.markResent(tx, last);
    return sent.size;
  }

  /** @returns the rows that the stream has taken */
  private async publish(rows: readonly outbox.OutboxRow[]): Promise<outbox.OutboxRow[]> {
    const stream = jetstream(this.nats.connection);
    const results = await Promise.allSettled(
      rows.map((row) =>
        stream.publish(row.subject, JSON.stringify(row.envelope), {
          msgID: row.id,
          timeout: PUBLISH_TIMEOUT_MS,
        }),
      ),
    );
    const sent = rows.filter((_, index) => results[index]?.status === 'fulfilled');
    if (sent.length < rows.length) {
      // Most likely the stream is gone: look for it before the next round.
      this.nextStreamCheck = 0;
      this.logger.warn({ waiting: rows.length - sent.length }, 'the stream did not take all events');
    }
    return sent;
  }
}
