import { STREAMS } from '@likewell/contracts/core/bus-names';
import { jetstream, type JsMsg, type StreamInfo } from '@nats-io/jetstream';
import type { EventKind } from '@likewell/contracts/core/define-event';
import type { Nats } from '../rpc/connect-nats.js';
import type { EventBus, EventMessage, EventSubscription, StreamState } from './event-bus.js';
import { ensureConsumer, ensureStream, kindOf, type StreamOptions } from './event-stream.js';

const MAX_FETCHED = 64;
const IDLE_HEARTBEAT_MS = 1000;
/** Expiry of a pull; also how long the library waits before it checks again a consumer that it could not reach. */
const PULL_EXPIRES_MS = 5000;
const PUBLISH_TIMEOUT_MS = 3000;

/** Events over NATS JetStream. */
export class JetStreamBus implements EventBus {
  constructor(
    private readonly nats: Nats,
    private readonly options: StreamOptions,
  ) {}

  isConnected(): boolean {
    return this.nats.isConnected();
  }

  async ensureStream(kind: EventKind): Promise<StreamState> {
    return streamState(await ensureStream(this.nats.connection, kind, this.options));
  }

  async publish(subject: string, payload: string, messageId: string): Promise<void> {
    const options = { msgID: messageId, timeout: PUBLISH_TIMEOUT_MS };
    await jetstream(this.nats.connection).publish(subject, payload, options);
  }

  async consume(durable: string, subject: string): Promise<EventSubscription> {
    await ensureStream(this.nats.connection, kindOf(subject), this.options);
    await ensureConsumer(this.nats.connection, durable, subject);
    return openConsumer(this.nats, durable, subject);
  }
}

/** Returns the properties of a stream that a relay needs. */
export function streamState({ created, config, state }: StreamInfo): StreamState {
  return { createdAt: created, bytes: state.bytes, maxBytes: config.max_bytes };
}

/** Joins an existing durable consumer of a subject. */
export async function openConsumer(nats: Nats, durable: string, subject: string): Promise<EventSubscription> {
  const consumer = await jetstream(nats.connection).consumers.get(STREAMS[kindOf(subject)], durable);
  const messages = await consumer.consume({
    max_messages: MAX_FETCHED,
    idle_heartbeat: IDLE_HEARTBEAT_MS,
    expires: PULL_EXPIRES_MS,
    abort_on_missing_resource: true,
  });
  return {
    stop: (error) => {
      messages.stop(error);
    },
    async *[Symbol.asyncIterator]() {
      for await (const message of messages)
        // Who pulls decides where its events go: this may be one of another service, sent to our inbox (ADR 0177).
        if (message.subject === subject) yield new JetStreamMessage(message);
    },
  };
}

class JetStreamMessage implements EventMessage {
  constructor(private readonly message: JsMsg) {}

  text(): string {
    return this.message.string();
  }

  get deliveryCount(): number {
    return this.message.info.deliveryCount;
  }

  get pending(): number {
    return this.message.info.pending;
  }

  get timestampMs(): number {
    return this.message.info.timestampNanos / 1e6;
  }

  ack(): void {
    this.message.ack();
  }

  nak(delayMs?: number): void {
    this.message.nak(delayMs);
  }
}
