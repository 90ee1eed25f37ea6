import { EVENT_KINDS, type EventKind } from '@likewell/contracts/core/define-event';
import { PollingWorker } from '../concurrency/polling-worker.js';
import type { Database, Tx } from '../database/database.js';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import { steadyNow } from '../telemetry/steady-clock.js';
import type { EventBus } from './event-bus.js';
import { kindOf } from './event-stream.js';
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
/** Rest of a failing stream, as a multiple of the time that the attempt took: the other stream uses that time. */
const REST_SHARE = 2;
/** Further rest for each event that was not accepted: many of them would leave the other stream no room in a batch. */
const REST_PER_ROW_MS = 10;

/**
 * Publishes committed outbox rows to their streams in order, with the row's id as message id. One replica
 * relays at a time. When the stream of facts is a new one, all retained rows are published again and the
 * inboxes drop duplicates. A stream in trouble rests, so that the events of the other go out.
 */
export class OutboxRelay {
  private readonly worker: PollingWorker;
  private readonly care = Object.fromEntries(
    EVENT_KINDS.map((kind) => [kind, { nextCheckAt: 0, restsUntil: 0 }]),
  ) as Record<EventKind, { nextCheckAt: number; restsUntil: number }>;
  private roundEndedAt = 0;
  private turnEndedAt = steadyNow();
  private wakeUp: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Database,
    private readonly bus: EventBus,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly retentionMs: number,
  ) {
    this.worker = new PollingWorker('outbox relay', logger, RETRY_MS, () => this.relay());
  }

  start(): void {
    this.database.onOutboxCommit(() => {
      this.wakeSoon();
    });
    this.worker.start();
  }

  /** Time in milliseconds since this replica last had its turn to relay facts, or since it started. */
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
    const due = EVENT_KINDS.filter(
      (kind) => this.bus.isConnected(kind) && steadyNow() >= this.care[kind].restsUntil,
    );
    if (due.length === 0) return RETRY_MS;
    const round = await this.database.transaction(async (tx) => {
      if (!(await outbox.becomeRelay(tx))) return null;
      const kinds: EventKind[] = [];
      for (const kind of due) if (await this.checkStream(tx, kind)) kinds.push(kind);
      const relaysFacts = kinds.includes('event');
      const sent = (await this.sendWaiting(tx, kinds)) + (relaysFacts ? await this.sendAgain(tx, kinds) : 0);
      this.metrics.outboxPublished.inc(sent);
      return { sent, relaysFacts };
    });
    this.roundEndedAt = steadyNow();
    if (!round) return BUSY_ELSEWHERE_MS;
    if (round.relaysFacts) this.turnEndedAt = steadyNow();
    return round.sent >= BATCH ? 0 : POLL_MS;
  }

  /** Returns whether the stream of a kind can be used now. */
  private async checkStream(tx: Tx, kind: EventKind): Promise<boolean> {
    if (steadyNow() < this.care[kind].nextCheckAt) return true;
    const startedAt = steadyNow();
    const stream = await this.bus.ensureStream(kind).catch((error: unknown) => {
      this.rest(kind, REST_SHARE * (steadyNow() - startedAt));
      this.logger.warn({ err: error, kind }, 'a stream cannot be used');
      return null;
    });
    if (!stream) return false;
    if (kind === 'event' && (await outbox.recordStream(tx, stream.createdAt))) {
      this.logger.info({ stream: stream.createdAt }, 'a new stream: all retained events go out again');
    }
    this.care[kind].nextCheckAt = steadyNow() + STREAM_CHECK_MS;
    return true;
  }

  /** Leaves a stream alone for a while; it is checked before it is used again. */
  private rest(kind: EventKind, ms: number): void {
    this.care[kind] = { nextCheckAt: 0, restsUntil: steadyNow() + ms };
  }

  private async sendWaiting(tx: Tx, kinds: readonly EventKind[]): Promise<number> {
    const rows = await outbox.findWaiting(tx, kinds, BATCH);
    if (rows.length === 0) return 0;
    const sent = await this.publish(rows);
    await outbox.markPublished(tx, sent);
    return sent.length;
  }

  /**
   * Continues after the last row of the unbroken run of facts that this stream has stored; totals, which later
   * ones replace, do not break it.
   */
  private async sendAgain(tx: Tx, kinds: readonly EventKind[]): Promise<number> {
    const rows = await outbox.findResendable(tx, this.retentionMs, BATCH);
    if (rows.length === 0) return 0;
    const sent = new Set(await this.publish(rows.filter(({ subject }) => kinds.includes(kindOf(subject)))));
    const firstMissing = rows.findIndex((row) => !sent.has(row) && kindOf(row.subject) === 'event');
    const last = rows.at(firstMissing === -1 ? -1 : firstMissing - 1);
    if (last && firstMissing !== 0) await outbox.markResent(tx, last);
    return sent.size;
  }

  /** @returns the rows that their stream has stored */
  private async publish(rows: readonly outbox.OutboxRow[]): Promise<outbox.OutboxRow[]> {
    const startedAt = steadyNow();
    const results = await Promise.allSettled(
      rows.map((row) => this.bus.publish(row.subject, JSON.stringify(row.envelope), row.id)),
    );
    const failed = rows.flatMap(({ subject }, index) => {
      const result = results[index];
      return result?.status === 'rejected' ? [{ kind: kindOf(subject), err: result.reason as unknown }] : [];
    });
    for (const kind of EVENT_KINDS) {
      const [first, ...others] = failed.filter((each) => each.kind === kind);
      if (!first) continue;
      const waiting = 1 + others.length;
      this.rest(kind, REST_SHARE * (steadyNow() - startedAt) + REST_PER_ROW_MS * waiting);
      this.logger.warn({ ...first, waiting }, 'the stream did not take all events');
    }
    return rows.filter((_, index) => results[index]?.status === 'fulfilled');
  }
}
