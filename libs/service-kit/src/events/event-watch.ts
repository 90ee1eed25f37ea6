import { EVENT_KINDS, type EventKind } from '@likewell/contracts/core/define-event';
import { PollingWorker } from '../concurrency/polling-worker.js';
import type { Database } from '../database/database.js';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import { steadyNow } from '../telemetry/steady-clock.js';
import type { EventBus } from './event-bus.js';
import { countSetAside, measureLooks } from './inbox-rows.js';
import { EVENT_TABLES, measureOverdueSeconds, type EventTable } from './old-event-rows.js';
import type { OutboxRelay } from './outbox-relay.js';
import { measureLagSeconds } from './outbox-rows.js';

const PERIOD_MS = 2000;
/** Period of measurements that ask NATS or may read past many rows: events published late outlast their retention. */
const SLOW_PERIOD_MS = 10_000;
const LATE_S = 5;

/** Parts that the watch measures. */
interface Watched {
  readonly database: Database;
  readonly bus: EventBus;
  readonly relay: OutboxRelay;
  readonly retentionMs: number;
  /** Names of the service's consumers. */
  readonly consumers: readonly string[];
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * Measures the flow of events from the tables, in each replica. A blocked relay therefore does not hide
 * waiting events: the measurement needs neither the relay's turn nor NATS.
 */
export class EventWatch extends PollingWorker {
  private nextSlowAt = 0;
  private lagSeconds = 0;
  private overdueSeconds: Partial<Record<EventTable, number>> = {};
  private setAside: Record<string, number> = {};
  private looks: Record<string, number> = {};
  private readonly fullness: Partial<Record<EventKind, number>> = {};

  constructor(private readonly watched: Watched) {
    super('event watch', watched.logger, PERIOD_MS, () => this.measure());
    this.publish(watched.metrics);
  }

  private publish(metrics: Metrics): void {
    const { relay } = this.watched;
    metrics.watch(
      'likewell_outbox_oldest_seconds',
      'Age of the oldest outbox row that waits for the stream',
      () => this.lagSeconds,
    );
    metrics.watch(
      'likewell_relay_turn_seconds',
      "Since this replica's relay of events last had its turn",
      () => relay.sinceTurnMs() / 1000,
    );
    metrics.watchEach(
      'likewell_event_rows_overdue_seconds',
      'How long the oldest row of a table is beyond its time',
      'table',
      () => this.overdueSeconds,
    );
    metrics.watchEach(
      'likewell_events_set_aside',
      'Events that failed too often and wait for somebody, by consumer',
      'consumer',
      () => this.setAside,
    );
    metrics.watchEach(
      'likewell_event_gaps_looked_seconds',
      'Since the last whole look for events that the stream lost, by consumer',
      'consumer',
      () => this.looks,
    );
    metrics.watchEach(
      'likewell_stream_fullness_ratio',
      'Bytes in a stream by those that it may hold, by its kind',
      'kind',
      () => this.fullness,
    );
  }

  private async measure(): Promise<number> {
    const { database, relay, logger, consumers } = this.watched;
    this.lagSeconds = await measureLagSeconds(database.read);
    const turnSeconds = relay.sinceTurnMs() / 1000;
    if (this.lagSeconds > LATE_S && turnSeconds > LATE_S)
      logger.warn({ lagSeconds: this.lagSeconds, turnSeconds }, 'events wait, and the relay has no turn');
    this.setAside = { ...zeroes(this.setAside), ...(await countSetAside(database.read)) };
    this.looks = await measureLooks(database.read, consumers);
    if (steadyNow() >= this.nextSlowAt) await this.measureSlowly();
    return PERIOD_MS;
  }

  private async measureSlowly(): Promise<void> {
    this.nextSlowAt = steadyNow() + SLOW_PERIOD_MS;
    const { bus, database, retentionMs } = this.watched;
    for (const table of EVENT_TABLES)
      this.overdueSeconds[table] = await measureOverdueSeconds(database.read, table, retentionMs);
    const connected = EVENT_KINDS.filter((kind) => bus.isConnected(kind));
    await Promise.all(
      connected.map(async (kind) => {
        const { bytes, maxBytes } = await bus.ensureStream(kind);
        this.fullness[kind] = bytes / maxBytes;
      }),
    );
  }
}

/** Zeroes for these keys, so that a key that has gone is shown as 0 and not with its last value. */
const zeroes = (counts: Record<string, number>) =>
  Object.fromEntries(Object.keys(counts).map((key) => [key, 0]));
