import { consumerName } from '@likewell/contracts/core/bus-names';
import { eventEnvelope, type EventContract, type EventEnvelope } from '@likewell/contracts/core/define-event';
import { createHash } from 'node:crypto';
import type { Database } from '../database/database.js';
import type { RpcClient } from '../rpc/rpc-client.js';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import { newContext, runInContext } from '../telemetry/request-context.js';
import { inSpan } from '../telemetry/tracing.js';
import type { EventBus } from './event-bus.js';
import * as inbox from './inbox-rows.js';
import type { EventsHandler, EventsPreparation } from './on-event.decorator.js';

const MAX_BACKOFF_MS = 60_000;
/** Extra time for the stream to redeliver a failed event before the inbox retries it itself. */
const STREAM_SLACK_MS = 30_000;

/** Dependencies and limits of a consumer. */
export interface EventTools {
  readonly service: string;
  /** Number of failed attempts after which an event is set aside. */
  readonly maxAttempts: number;
  /** Time for which an event may be under way before its absence counts as a gap. */
  readonly gapAfterMs: number;
  readonly database: Database;
  readonly bus: EventBus;
  readonly rpc: RpcClient;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** An event that its consumer can read. */
export interface ReadEvent {
  readonly envelope: EventEnvelope;
  readonly data: unknown;
}

/**
 * How a service handles its events: up to `maxTogether` at a time, within the inbox's transaction or prepared
 * before it; with `isAlone`, no transaction handles two.
 */
export type Handling = { readonly maxTogether: number; readonly isAlone?: boolean } & (
  { readonly within: EventsHandler<EventContract> } | { readonly prepare: EventsPreparation<EventContract> }
);

/**
 * Result of handling events. Nothing is thrown for a failed event, since it must not keep the others from
 * being handled.
 */
export interface Handled<T> {
  /** Events that were handled now. */
  readonly fresh: T[];
  /** Events that had been handled before. */
  readonly known: T[];
  readonly failed: { event: T; error: unknown }[];
}

/**
 * The only way into a handler, wherever the event comes from. The inbox rows and the handler's writes commit
 * together; a duplicate stops at the inbox.
 */
export class EventInbox {
  /** Name of the consumer in the stream and in the tables. */
  readonly consumer: string;

  constructor(
    readonly contract: EventContract,
    private readonly handling: Handling,
    private readonly tools: EventTools,
  ) {
    this.consumer = consumerName(tools.service, contract.subject);
    // The counter exists before the first failure, so that an alert sees that one too.
    tools.metrics.eventsHandled.inc({ subject: contract.subject, outcome: 'failed' }, 0);
  }

  /** Number of events that are handled at a time. */
  get maxTogether(): number {
    return this.handling.maxTogether;
  }

  /** Parses an event. @throws Error for an event that is unreadable, or readable only by a newer version */
  read(payload: string): ReadEvent {
    const envelope = eventEnvelope.parse(JSON.parse(payload));
    if (envelope.version > this.contract.version) throw new Error('the event is newer than this reader');
    return { envelope, data: this.contract.data.parse(envelope.data) };
  }

  /** Handles any number of events in one transaction; when that fails, or one requires its own, each gets its own. */
  handle<T extends ReadEvent>(events: readonly T[]): Promise<Handled<T>> {
    return this.handling.isAlone ? this.handleEach(events) : this.handleTogether(events);
  }

  private async handleTogether<T extends ReadEvent>(events: readonly T[]): Promise<Handled<T>> {
    try {
      const fresh = await this.transact(events);
      const isFresh = ({ envelope }: T) => fresh.has(envelope.id);
      this.count('handled', events.filter(isFresh).length);
      this.count('duplicate', events.length - events.filter(isFresh).length);
      return { fresh: events.filter(isFresh), known: events.filter((event) => !isFresh(event)), failed: [] };
    } catch (error) {
      const [first, ...others] = events;
      if (first && others.length === 0) return { fresh: [], known: [], failed: [{ event: first, error }] };
      return this.handleEach(events);
    }
  }

  private async handleEach<T extends ReadEvent>(events: readonly T[]): Promise<Handled<T>> {
    const each: Handled<T>[] = [];
    for (const event of events) each.push(await this.handleTogether([event]));
    return {
      fresh: each.flatMap(({ fresh }) => fresh),
      known: each.flatMap(({ known }) => known),
      failed: each.flatMap(({ failed }) => failed),
    };
  }

  /**
   * Records a failed attempt, so that the event is retried even if the stream loses it. Only recorded attempts
   * count: while Postgres is away the stream redelivers what nobody could try.
   * @returns the delay before the next attempt in milliseconds, or null when it is set aside
   * @throws Error when that could not be recorded: the caller must then not acknowledge the event
   */
  async fail(payload: string, error: unknown): Promise<number | null> {
    const { logger, maxAttempts, database } = this.tools;
    const { subject } = this.contract;
    this.count('failed', 1);
    const event = {
      consumer: this.consumer,
      id: idOf(payload),
      payload,
      error: error instanceof Error ? error.message : String(error),
    };
    const { attempt, backoffMs } = await database.transaction(async (tx) => {
      const attempts = await inbox.recordFailed(tx, event);
      if (attempts >= maxAttempts) return { attempt: attempts, backoffMs: null };
      const delayMs = Math.min(1000 * 2 ** (attempts - 1), MAX_BACKOFF_MS);
      await inbox.scheduleRetry(tx, event, delayMs + STREAM_SLACK_MS);
      return { attempt: attempts, backoffMs: delayMs };
    });
    const facts = { err: error, subject, eventId: event.id, attempt };
    if (backoffMs === null)
      logger.error(facts, 'event set aside; it is not tried again until somebody says so');
    else logger.error({ ...facts, backoffMs }, 'event not handled; it comes again');
    return backoffMs;
  }

  private count(outcome: 'handled' | 'duplicate' | 'failed', howMany: number): void {
    if (howMany > 0)
      this.tools.metrics.eventsHandled.inc({ subject: this.contract.subject, outcome }, howMany);
  }

  /** @returns the ids of those that were no duplicates */
  private async transact(events: readonly ReadEvent[]): Promise<Set<string>> {
    const byId = new Map(events.map((event) => [event.envelope.id, event]));
    const { handling } = this;
    if ('prepare' in handling) return this.transactPrepared([...byId.values()], handling.prepare);
    return this.tools.database.transaction(async (tx) => {
      const fresh = await inbox.recordHandled(tx, this.consumer, [...byId.keys()]);
      const left = [...byId.values()].filter(({ envelope }) => fresh.has(envelope.id));
      while (left.length > 0) {
        const together = left.splice(0, this.maxTogether);
        await this.inContext(together, (data) => handling.within(data, tx));
      }
      return fresh;
    });
  }

  /** Handles each chunk in a transaction of its own, which begins after its preparation. */
  private async transactPrepared(
    events: readonly ReadEvent[],
    prepare: EventsPreparation<EventContract>,
  ): Promise<Set<string>> {
    const { database } = this.tools;
    const unhandled = await inbox.findUnhandled(database.read, this.consumer, idsOf(events));
    const left = events.filter(({ envelope }) => unhandled.has(envelope.id));
    const fresh = new Set<string>();
    while (left.length > 0) {
      const together = left.splice(0, this.maxTogether);
      const work = await this.inContext(together, prepare);
      const taken = await database.transaction(async (tx) => {
        const ids = await inbox.recordHandled(tx, this.consumer, idsOf(together));
        if (ids.size === together.length) await this.inContext(together, () => work(tx));
        // The preparation was made for all of them and does not fit a part: each is handled again by itself.
        else if (ids.size > 0) throw new Error('another replica has handled some of these');
        return ids;
      });
      for (const id of taken) fresh.add(id);
    }
    return fresh;
  }

  private inContext<T>(events: readonly ReadEvent[], work: (data: unknown[]) => Promise<T>): Promise<T> {
    const [first] = events;
    // A transaction of many events belongs to the trace of none of them.
    const context = first && events.length === 1 ? contextOf(first.envelope) : newContext();
    const data = events.map((event) => event.data);
    return runInContext(context, () => inSpan('consumer', this.contract.subject, () => work(data)));
  }
}

const idsOf = (events: readonly ReadEvent[]) => events.map(({ envelope }) => envelope.id);

function contextOf({ requestId, traceparent, actor }: EventEnvelope) {
  return newContext({ ...(requestId && { requestId }), ...(traceparent && { traceparent }), actor });
}

/** Returns an event's id, or, if it has none, one derived from its bytes. */
function idOf(payload: string): string {
  try {
    return eventEnvelope.shape.id.parse((JSON.parse(payload) as { id: unknown }).id);
  } catch {
    return createHash('md5').update(payload).digest('hex');
  }
}
