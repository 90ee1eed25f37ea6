import type { EventKind } from '@likewell/contracts/core/define-event';

/** Carries events from outboxes to consumers. It may lose, duplicate and delay events. */
export interface EventBus {
  /** False while it is known that no event of this kind gets through. */
  isConnected(kind: EventKind): boolean;

  /**
   * Finds the stream of a kind, or creates it with the current settings where this process may (`JetStreamBus`).
   * @throws Error where it may not (`KeptBus`) and there is none: the process that may creates it
   */
  ensureStream(kind: EventKind): Promise<StreamState>;

  /**
   * Publishes an event and waits until the stream has stored it. A repeated `messageId` within some minutes
   * is ignored as a duplicate.
   * @throws Error when the stream has not confirmed it after some seconds; it may have it nevertheless
   */
  publish(subject: string, payload: string, messageId: string): Promise<void>;

  /**
   * Joins a durable consumer of one subject, which is created if it does not exist and this process may.
   * @throws Error where it may not and there is none, as {@link ensureStream}
   */
  consume(durable: string, subject: string): Promise<EventSubscription>;
}

export interface StreamState {
  /** A changed time means a new stream, which has none of the events published to the previous one. */
  readonly createdAt: string;
  readonly bytes: number;
  readonly maxBytes: number;
}

/**
 * Messages of a subscription. The iteration ends when it is stopped, and throws or ends when the stream or
 * the consumer is gone.
 */
export interface EventSubscription extends AsyncIterable<EventMessage> {
  /** Stops; messages that were not handed out go to other replicas. With an `error` the iteration throws it. */
  stop(error?: Error): void;
}

/** One delivery of an event, which is redelivered until it is acknowledged. */
export interface EventMessage {
  text(): string;
  /** Number of this delivery, 1 for the first one. */
  readonly deliveryCount: number;
  /** Number of events that the consumer still had to receive when this one was delivered. */
  readonly pending: number;
  /** Time at which the stream stored it. */
  readonly timestampMs: number;
  ack(): void;
  /** Asks for a redelivery after that time. */
  nak(delayMs?: number): void;
}
