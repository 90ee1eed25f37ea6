import { jetstream } from '@nats-io/jetstream';
import type { Database, Tx } from '../database/database.js';
import type { Nats } from '../rpc/connect-nats.js';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import { ensureStream } from './event-stream.js';
import { WakeableTimer } from '../boot/wakeable-timer.js';

const BATCH = 200;
const POLL_MS = 1000;
const RETRY_MS = 1000;
const BUSY_ELSEWHERE_MS = 100;
const PUBLISH_TIMEOUT_MS = 3000;
const STREAM_CHECK_MS = 5000;
const CLEAN_UP_MS = 3_600_000;
const LOCK_KEY = 7_263_542;

interface OutboxRow {
  readonly seq: string;
  readonly id: string;
  readonly subject: string;
  readonly envelope: unknown;
}

/**
 * Hands committed outbox rows to JetStream in order, with the row's id as message id. One replica relays
 * at a time. Rows stay 30 days; when the stream turns out to be another one than the rows went to, all
 * retained rows go out again and the inboxes drop what they know.
 */
export class OutboxRelay {
  private readonly timer = new WakeableTimer();
  private stopping = false;
  private loop: Promise<void> = Promise.resolve();
  private nextStreamCheck = 0;
  private nextCleanUp = 0;

  constructor(
    private readonly database: Database,
    private readonly nats: Nats,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  start(): void {
    this.database.onOutboxCommit(() => {
      this.timer.wake();
    });
    this.loop = this.run();
  }

  /** Publishes what is there, once more, and ends the loop. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.timer.wake();
    await this.loop;
  }

  private async run(): Promise<void> {
    for (let last = false; !last;) {
      last = this.stopping;
      const pauseMs = await this.relay().catch((error: unknown) => {
        this.logger.warn({ err: error }, 'outbox relay waits');
        return RETRY_MS;
      });
      if (!this.stopping) await this.timer.sleep(pauseMs);
    }
  }

  /** @returns how long to wait before the next round */
  private async relay(): Promise<number> {
    if (!this.nats.isConnected()) return RETRY_MS;
    const count = await this.database.transaction(async (tx) => {
      const [lock] = await tx.query<{ held: boolean }[]>(
        'SELECT pg_try_advisory_xact_lock($1, hashtext(current_schema())) AS held',
        [LOCK_KEY],
      );
      if (!lock?.held) return null;
      await this.checkStream(tx);
      await this.cleanUp(tx);
      return this.publishBatch(tx);
    });
    if (count === null) return BUSY_ELSEWHERE_MS;
    return count === BATCH ? 0 : POLL_MS;
  }

  private async checkStream(tx: Tx): Promise<void> {
    if (Date.now() < this.nextStreamCheck) return;
    const { createdAt } = await ensureStream(this.nats.connection);
    const changed = await tx.query<unknown[]>(
      `INSERT INTO outbox_stream (created_at) VALUES ($1)
       ON CONFLICT (only_row) DO UPDATE SET created_at = excluded.created_at
         WHERE outbox_stream.created_at <> excluded.created_at
       RETURNING created_at`,
      [createdAt],
    );
    if (changed.length > 0) {
      this.logger.info({ stream: createdAt }, 'a new stream: all retained events go out again');
      await tx.query('UPDATE outbox SET published_at = NULL WHERE published_at IS NOT NULL');
    }
    this.nextStreamCheck = Date.now() + STREAM_CHECK_MS;
  }

  private async publishBatch(tx: Tx): Promise<number> {
    const rows = await tx.query<OutboxRow[]>(
      'SELECT seq, id, subject, envelope FROM outbox WHERE published_at IS NULL ORDER BY seq LIMIT $1',
      [BATCH],
    );
    if (rows.length === 0) {
      this.metrics.outboxOldestSeconds.set(0);
      return 0;
    }
    const stream = jetstream(this.nats.connection);
    const results = await Promise.allSettled(
      rows.map((row) =>
        stream.publish(row.subject, JSON.stringify(row.envelope), {
          msgID: row.id,
          timeout: PUBLISH_TIMEOUT_MS,
        }),
      ),
    );
    const sent = rows.filter((_, index) => results[index]?.status === 'fulfilled').map((row) => row.seq);
    await tx.query('UPDATE outbox SET published_at = now() WHERE seq = ANY($1)', [sent]);
    this.metrics.outboxPublished.inc(sent.length);
    await this.measureLag(tx);
    if (sent.length < rows.length) {
      // Most likely the stream is gone: look for it before the next round.
      this.nextStreamCheck = 0;
      this.logger.warn({ waiting: rows.length - sent.length }, 'the stream did not take all events');
    }
    return sent.length;
  }

  private async measureLag(tx: Tx): Promise<void> {
    const [oldest] = await tx.query<{ seconds: number | null }[]>(
      `SELECT extract(epoch FROM now() - created_at)::float8 AS seconds
       FROM outbox WHERE published_at IS NULL ORDER BY seq LIMIT 1`,
    );
    this.metrics.outboxOldestSeconds.set(oldest?.seconds ?? 0);
  }

  /** An inbox must remember an event for longer than any outbox may send it again. */
  private async cleanUp(tx: Tx): Promise<void> {
    if (Date.now() < this.nextCleanUp) return;
    await tx.query(
      `DELETE FROM outbox WHERE seq IN (
         SELECT seq FROM outbox WHERE created_at < now() - interval '30 days' AND published_at IS NOT NULL LIMIT 10000)`,
    );
    await tx.query(
      `DELETE FROM inbox WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM inbox WHERE handled_at < now() - interval '40 days' LIMIT 10000))`,
    );
    this.nextCleanUp = Date.now() + CLEAN_UP_MS;
  }
}
