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
/** What the stream is given beyond the time after which it was asked to send a failed event again. */
const STREAM_SLACK_MS = 30_000;

/** What a consumer works with. */
export interface EventTools {
  readonly service: string;
  /** After how many failed attempts an event is set aside. */
  readonly maxAttempts: number;
  /** How long an event may be under way before its absence is a gap. */
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
 * How a service handles its events: so many at a time, within the inbox's transaction or prepared before it; where one
 * `isAlone`, no transaction handles two.
 */
export type Handling = { readonly maxTogether: number; readonly isAlone?: boolean } & (
  { readonly within: EventsHandler<EventContract> } | { readonly prepare: EventsPreparation<EventContract> }
);

/** What became of events: none throws, since one must not keep the others from being handled. */
export interface Handled<T> {
  /** Those that were handled now. */
  readonly fresh: T[];
  /** Those that had been handled before. */
  readonly known: T[];
  readonly failed: { event: T; error: unknown }[];
}

/**
 * The one way into a handler, whoever brings the event. The inbox rows and the handler's writes commit together; a
 * duplicate stops at the inbox.
 */
export class EventInbox {
  /** Names the consumer in the stream and in the tables. */
  readonly consumer: string;

  constructor(
    readonly contract: EventContract,
    private readonly handling: Handling,
    private readonly tools: EventTools,
  ) {
    this.consumer = consumerName(tools.service, contract.subject);
    // Its counter appears before the first failure, so that an alert sees that one too.
    tools.metrics.eventsHandled.inc({ subject: contract.subject, outcome: 'failed' }, 0);
  }

  /** How many events are handled at a time. */
  get maxTogether(): number {
    return this.handling.maxTogether;
  }

  /** @throws Error for what nobody can read, or only a newer version of us */
  read(payload: string): ReadEvent {
    const envelope = eventEnvelope.parse(JSON.parse(payload));
    if (envelope.version > this.contract.version) throw new Error('the event is newer than this reader');
    return { envelope, data: this.contract.data.parse(envelope.data) };
  }

  /** Handles any number of events in one transaction; when that fails, or one is to be alone, each gets its own. */
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
   * Notes an attempt that failed, so that the event is tried again though the stream may forget it.
   * @returns after how many milliseconds it is to come again, or null when it is set aside
   * @throws Error when that could not be noted: whoever brought the event must not take it for done
   */
  async fail(payload: string, attempt: number, error: unknown): Promise<number | null> {
    const { logger, maxAttempts, database } = this.tools;
    const { subject } = this.contract;
    const backoffMs = Math.min(1000 * 2 ** (attempt - 1), MAX_BACKOFF_MS);
    this.count('failed', 1);
    const event = {
      consumer: this.consumer,
      id: idOf(payload),
      payload,
      attempt,
      error: error instanceof Error ? error.message : String(error),
    };
    const options = { retryMs: backoffMs + STREAM_SLACK_MS, maxAttempts };
    const isAside = await database.transaction((tx) => inbox.recordFailed(tx, event, options));
    const facts = { err: error, subject, eventId: event.id, attempt };
    if (isAside) logger.error(facts, 'event set aside; it is not tried again until somebody says so');
    else logger.error({ ...facts, backoffMs }, 'event not handled; it comes again');
    return isAside ? null : backoffMs;
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

  /** Each chunk in a transaction of its own, which begins when it is prepared. */
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
        // What was prepared for all of them says nothing of a part: each comes again by itself.
        else if (ids.size > 0) throw new Error('another replica has handled some of these');
        return ids;
      });
      for (const id of taken) fresh.add(id);
    }
    return fresh;
  }

  private inContext<T>(events: readonly ReadEvent[], work: (data: unknown[]) => Promise<T>): Promise<T> {
    const [first] = events;
    // Of many, none is the cause of what they do together.
    const context = first && events.length === 1 ? contextOf(first.envelope) : newContext();
    const data = events.map((event) => event.data);
    return runInContext(context, () => inSpan('consumer', this.contract.subject, () => work(data)));
  }
}

const idsOf = (events: readonly ReadEvent[]) => events.map(({ envelope }) => envelope.id);

function contextOf({ requestId, traceparent, actor }: EventEnvelope) {
  return newContext({ ...(requestId && { requestId }), ...(traceparent && { traceparent }), actor });
}

/** An event's id, or for what has none one that the same bytes always have. */
function idOf(payload: string): string {
  try {
    return eventEnvelope.shape.id.parse((JSON.parse(payload) as { id: unknown }).id);
  } catch {
    return createHash('md5').update(payload).digest('hex');
  }
}
