import type { EventKind } from '@likewell/contracts/core/define-event';

/** Carries events from outboxes to consumers. It may lose, double and delay what it was given. */
export interface EventBus {
  /** False while it is known that nothing gets through. */
  isConnected(): boolean;

  /** Finds the stream of a kind or makes it, with today's settings. */
  ensureStream(kind: EventKind): Promise<StreamState>;

  /**
   * Hands an event over and waits until the stream has it. The same `messageId` again within some minutes is no
   * second event.
   * @throws Error when the stream has not confirmed it after some seconds; it may have it nevertheless
   */
  publish(subject: string, payload: string, messageId: string): Promise<void>;

  /** Takes part in a durable consumer of one subject, which is made where there is none. */
  consume(durable: string, subject: string): Promise<EventSubscription>;
}

export interface StreamState {
  /** Another time than before tells that it is another stream, which has nothing of what the one before was given. */
  readonly createdAt: string;
  readonly bytes: number;
  readonly maxBytes: number;
}

/** Ends when it is stopped, and throws or ends when the stream or the consumer is gone. */
export interface EventSubscription extends AsyncIterable<EventMessage> {
  /** Messages that were not handed out go to others. With an `error` the iteration throws it. */
  stop(error?: Error): void;
}

/** One delivery of an event, which comes again until it is acknowledged. */
export interface EventMessage {
  text(): string;
  /** 1 for the first one. */
  readonly deliveryCount: number;
  /** How many events the consumer had still to be given when it was given this one. */
  readonly pending: number;
  /** When the stream took it. */
  readonly timestampMs: number;
  ack(): void;
  /** Asks for another delivery after that time. */
  nak(delayMs?: number): void;
}
