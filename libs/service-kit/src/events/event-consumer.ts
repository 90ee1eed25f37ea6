import { jetstream, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import {
  eventEnvelope,
  type EventContract,
  type EventEnvelope,
} from '@likewell/contracts/kernel/define-event';
import { Loop } from '../boot/loop.js';
import type { Database } from '../database/database.js';
import type { Nats } from '../rpc/connect-nats.js';
import type { Logger } from '../telemetry/logger.js';
import type { Metrics } from '../telemetry/metrics.js';
import { newContext, runInContext } from '../telemetry/request-context.js';
import { inSpan } from '../telemetry/tracing.js';
import { ensureConsumer, ensureStream, STREAM } from './event-stream.js';
import type { EventsHandler } from './on-event.decorator.js';

const MAX_FETCHED = 64;
const IDLE_HEARTBEAT_MS = 1000;
/** Also how long the library waits before it looks again for a consumer that it could not ask about. */
const PULL_EXPIRES_MS = 5000;
const RESTART_MS = 1000;
const MAX_BACKOFF_MS = 60_000;

/** What a consumer works with. */
export interface EventTools {
  readonly service: string;
  readonly streamReplicas: number;
  readonly database: Database;
  readonly nats: Nats;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

interface Read {
  readonly message: JsMsg;
  readonly envelope: EventEnvelope;
  readonly data: unknown;
}

/**
 * Feeds one subject to one handler through a durable consumer that the service's replicas share. The
 * inbox rows and the handler's writes commit together, and only then are the events acknowledged; a
 * duplicate stops at the inbox.
 */
export class EventConsumer {
  private readonly durable: string;
  private readonly loop: Loop;
  private messages: ConsumerMessages | null = null;

  constructor(
    private readonly contract: EventContract,
    private readonly handler: EventsHandler<EventContract>,
    private readonly maxTogether: number,
    private readonly tools: EventTools,
  ) {
    this.durable = `${tools.service}_${contract.subject.replaceAll('.', '_')}`;
    this.loop = new Loop(this.durable, tools.logger, RESTART_MS, async () => {
      await this.consume();
      return RESTART_MS;
    });
  }

  start(): void {
    this.loop.start();
  }

  /** Finishes the event at hand and ends. */
  async stop(): Promise<void> {
    const stopped = this.loop.stop();
    this.messages?.stop();
    await stopped;
  }

  /** Ends when the consumer or the stream is gone, so that the loop makes them anew. */
  private async consume(): Promise<void> {
    if (!this.tools.nats.isConnected()) return;
    await ensureStream(this.tools.nats.connection, this.tools.streamReplicas);
    await ensureConsumer(this.tools.nats.connection, this.durable, this.contract.subject);
    const consumer = await jetstream(this.tools.nats.connection).consumers.get(STREAM, this.durable);
    this.messages = await consumer.consume({
      max_messages: MAX_FETCHED,
      idle_heartbeat: IDLE_HEARTBEAT_MS,
      expires: PULL_EXPIRES_MS,
      abort_on_missing_resource: true,
    });
    // It may have been told to stop while all this was under way. (Closing would wait for the iteration below.)
    if (this.loop.stopping) this.messages.stop();
    const waiting: JsMsg[] = [];
    let working: Promise<void> | null = null;
    for await (const message of this.messages) {
      waiting.push(message);
      working ??= this.deliverAll(waiting)
        .catch((error: unknown) => this.messages?.stop(error as Error))
        .finally(() => (working = null));
      if (waiting.length >= this.maxTogether) await working;
    }
    await working;
  }

  /** Takes together what has come while the last ones were handled; what is left when we stop goes to others. */
  private async deliverAll(waiting: JsMsg[]): Promise<void> {
    while (waiting.length > 0) {
      const messages = waiting.splice(0, this.maxTogether);
      if (this.loop.stopping) for (const message of messages) message.nak();
      else {
        this.measure(messages);
        await this.deliver(messages);
      }
    }
  }

  private measure(messages: readonly JsMsg[]): void {
    const [oldest, newest] = [messages[0]?.info, messages.at(-1)?.info];
    if (!oldest || !newest) return;
    const { subject } = this.contract;
    // Since the stream took it; how long it was in the outbox before is a metric of its writer.
    const seconds = Math.max(0, Date.now() - oldest.timestampNanos / 1e6) / 1000;
    this.tools.metrics.eventDelay.observe({ subject }, seconds);
    this.tools.metrics.eventsWaiting.set({ subject }, newest.pending);
  }

  /** Those that nobody can read fail each by itself; when a transaction of many fails, each gets its own. */
  private async deliver(messages: readonly JsMsg[]): Promise<void> {
    const events = messages.flatMap((message) => this.read(message) ?? []);
    if (events.length === 0) return;
    try {
      const fresh = await this.handle(events);
      for (const { message, envelope } of events) {
        const outcome = fresh.has(envelope.id) ? 'handled' : 'duplicate';
        this.tools.metrics.eventsHandled.inc({ subject: this.contract.subject, outcome });
        message.ack();
      }
    } catch (error) {
      const [first, ...others] = events;
      if (others.length > 0) for (const { message } of events) await this.deliver([message]);
      else if (first) this.putOff(first.message, error);
    }
  }

  private read(message: JsMsg): Read | undefined {
    try {
      const envelope = eventEnvelope.parse(message.json());
      if (envelope.version > this.contract.version) throw new Error('the event is newer than this reader');
      return { message, envelope, data: this.contract.data.parse(envelope.data) };
    } catch (error) {
      this.putOff(message, error);
      return undefined;
    }
  }

  private putOff(message: JsMsg, error: unknown): void {
    const { subject } = this.contract;
    const delivery = message.info.deliveryCount;
    const backoffMs = Math.min(1000 * 2 ** (delivery - 1), MAX_BACKOFF_MS);
    this.tools.logger.error(
      { err: error, subject, delivery, backoffMs },
      'event not handled; it comes again',
    );
    this.tools.metrics.eventsHandled.inc({ subject, outcome: 'failed' });
    message.nak(backoffMs);
  }

  /** @returns the ids of those that were no duplicates */
  private handle(events: readonly Read[]): Promise<Set<string>> {
    const [first] = events;
    // Of many, none is the cause of what they do together.
    const context = first && events.length === 1 ? contextOf(first.envelope) : newContext();
    const byId = new Map(events.map((event) => [event.envelope.id, event]));
    const work = () =>
      this.tools.database.transaction(async (tx) => {
        const rows = await tx.query<{ event_id: string }[]>(
          `INSERT INTO inbox (consumer, event_id) SELECT $1, unnest($2::uuid[])
           ON CONFLICT DO NOTHING RETURNING event_id`,
          [this.durable, [...byId.keys()]],
        );
        const fresh = new Set(rows.map((row) => row.event_id));
        const data = [...byId.values()].filter(({ envelope }) => fresh.has(envelope.id));
        if (data.length > 0) {
          await this.handler(
            data.map((event) => event.data),
            tx,
          );
        }
        return fresh;
      });
    return runInContext(context, () => inSpan('consumer', this.contract.subject, work));
  }
}

function contextOf({ requestId, traceparent, actor }: EventEnvelope) {
  return newContext({ ...(requestId && { requestId }), ...(traceparent && { traceparent }), actor });
}
