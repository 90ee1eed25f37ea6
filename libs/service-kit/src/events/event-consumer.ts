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
import { ensureConsumer, ensureStream, STREAM } from './event-stream.js';
import type { EventHandler } from './on-event.decorator.js';

const MAX_FETCHED = 64;
const IDLE_HEARTBEAT_MS = 1000;
/** Also how long the library waits before it looks again for a consumer that it could not ask about. */
const PULL_EXPIRES_MS = 5000;
const RESTART_MS = 1000;
const MAX_BACKOFF_MS = 60_000;

/** What a consumer works with. */
export interface EventTools {
  readonly service: string;
  readonly database: Database;
  readonly nats: Nats;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/**
 * Feeds one subject to one handler through a durable consumer that the service's replicas share. The
 * inbox row and the handler's writes commit together, and only then is the event acknowledged; a
 * duplicate stops at the inbox.
 */
export class EventConsumer {
  private readonly durable: string;
  private readonly loop: Loop;
  private messages: ConsumerMessages | null = null;

  constructor(
    private readonly contract: EventContract,
    private readonly handler: EventHandler<EventContract>,
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
    await ensureStream(this.tools.nats.connection);
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
    for await (const message of this.messages) {
      if (this.loop.stopping) message.nak();
      else await this.deliver(message);
    }
  }

  private async deliver(message: JsMsg): Promise<void> {
    const { subject } = this.contract;
    try {
      const outcome = await this.handle(message);
      this.tools.metrics.eventsHandled.inc({ subject, outcome });
      message.ack();
    } catch (error) {
      const delivery = message.info.deliveryCount;
      const backoffMs = Math.min(1000 * 2 ** (delivery - 1), MAX_BACKOFF_MS);
      this.tools.logger.error(
        { err: error, subject, delivery, backoffMs },
        'event not handled; it comes again',
      );
      this.tools.metrics.eventsHandled.inc({ subject, outcome: 'failed' });
      message.nak(backoffMs);
    }
  }

  private async handle(message: JsMsg): Promise<'handled' | 'duplicate'> {
    const envelope = eventEnvelope.parse(message.json());
    if (envelope.version > this.contract.version) throw new Error('the event is newer than this reader');
    const data = this.contract.data.parse(envelope.data);
    return runInContext(contextOf(envelope), () =>
      this.tools.database.transaction(async (tx) => {
        const fresh = await tx.query<unknown[]>(
          'INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
          [this.durable, envelope.id],
        );
        if (fresh.length === 0) return 'duplicate';
        await this.handler(data, tx);
        return 'handled';
      }),
    );
  }
}

function contextOf({ requestId, traceparent, actor }: EventEnvelope) {
  return newContext({ ...(requestId && { requestId }), ...(traceparent && { traceparent }), actor });
}
