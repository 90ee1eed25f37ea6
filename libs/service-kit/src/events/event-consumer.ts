import { addressOf } from '@likewell/contracts/core/define-event';
import { PollingWorker } from '../concurrency/polling-worker.js';
import { steadyNow } from '../telemetry/steady-clock.js';
import type { EventMessage, EventSubscription } from './event-bus.js';
import type { EventInbox, EventTools, ReadEvent } from './event-inbox.js';

const RESTART_MS = 1000;
const UNNOTED_BACKOFF_MS = 5000;

interface Delivered extends ReadEvent {
  readonly message: EventMessage;
}

/**
 * Feeds one subject from its stream to an inbox, through a durable consumer that the service's replicas
 * share. Events are acknowledged once they are handled or set aside.
 */
export class EventConsumer {
  private readonly worker: PollingWorker;
  private messages: EventSubscription | null = null;
  /**
   * When the stream stored the oldest of the current or last events, and since when the consumer is idle.
   * Before the first delivery the age of the next event is unknown.
   */
  private at: { takenMs: number; idleSinceMs: number | null } | null = {
    takenMs: 0,
    idleSinceMs: steadyNow(),
  };

  constructor(
    private readonly inbox: EventInbox,
    private readonly tools: EventTools,
  ) {
    this.worker = new PollingWorker(inbox.consumer, tools.logger, RESTART_MS, async () => {
      await this.consume();
      return RESTART_MS;
    });
  }

  start(): void {
    this.worker.start();
  }

  /** Finishes the current events and stops. */
  async stop(): Promise<void> {
    const stopped = this.worker.stop();
    this.messages?.stop();
    await stopped;
  }

  /**
   * Age of the events that are delivered now: events published later are not missing, they wait for their
   * turn. For `gapAfterMs` after the last delivery the age of that delivery still counts, unless no event was
   * pending behind it.
   */
  behindMs(): number {
    if (!this.at) return 0;
    const { takenMs, idleSinceMs } = this.at;
    const isRecent = idleSinceMs === null || steadyNow() - idleSinceMs < this.tools.gapAfterMs;
    return isRecent ? Math.max(0, Date.now() - takenMs) : 0;
  }

  /** Ends when the consumer or the stream is gone, so that the loop creates them again. */
  private async consume(): Promise<void> {
    if (!this.tools.bus.isConnected(addressOf(this.inbox.contract).kind)) return;
    this.messages = await this.tools.bus.consume(this.inbox.consumer, this.inbox.contract.subject);
    // A stop may have been requested meanwhile. (Closing would wait for the iteration below.)
    if (this.worker.stopping) this.messages.stop();
    const waiting: EventMessage[] = [];
    let working: Promise<void> | null = null;
    for await (const message of this.messages) {
      waiting.push(message);
      working ??= this.deliverAll(waiting)
        .catch((error: unknown) => this.messages?.stop(error as Error))
        .finally(() => (working = null));
      if (waiting.length >= this.inbox.maxTogether) await working;
    }
    await working;
  }

  /**
   * Handles together the events that arrived during the last handling; after a stop, the remaining ones go to
   * others.
   */
  private async deliverAll(waiting: EventMessage[]): Promise<void> {
    while (waiting.length > 0) {
      const messages = waiting.splice(0, this.inbox.maxTogether);
      if (this.worker.stopping) for (const message of messages) message.nak();
      else {
        this.measure(messages);
        await this.deliver(messages);
        const isLast = waiting.length === 0 && messages.at(-1)?.pending === 0;
        this.at = this.at && !isLast ? { ...this.at, idleSinceMs: steadyNow() } : null;
      }
    }
  }

  private measure(messages: readonly EventMessage[]): void {
    const [oldest, newest] = [messages[0], messages.at(-1)];
    if (!oldest || !newest) return;
    const { subject } = this.inbox.contract;
    // Measured from when the stream stored it; the time in the outbox is a metric of its publisher.
    const seconds = Math.max(0, Date.now() - oldest.timestampMs) / 1000;
    this.tools.metrics.eventDelay.observe({ subject }, seconds);
    this.tools.metrics.eventsWaiting.set({ subject }, newest.pending);
    // A redelivered event says nothing about our progress.
    const first = messages.find(({ deliveryCount }) => deliveryCount === 1);
    this.at = first ? { takenMs: first.timestampMs, idleSinceMs: null } : null;
  }

  /** Delivers the readable events together; each unreadable one fails by itself. */
  private async deliver(messages: readonly EventMessage[]): Promise<void> {
    const events: Delivered[] = [];
    for (const message of messages) {
      try {
        events.push({ ...this.inbox.read(message.text()), message });
      } catch (error) {
        await this.fail(message, error);
      }
    }
    if (events.length === 0) return;
    const { fresh, known, failed } = await this.inbox.handle(events);
    for (const { message } of [...fresh, ...known]) message.ack();
    for (const { event, error } of failed) await this.fail(event.message, error);
  }

  private async fail(message: EventMessage, error: unknown): Promise<void> {
    const { logger } = this.tools;
    const { subject } = this.inbox.contract;
    const backoffMs = await this.inbox.fail(message.text(), error).catch((reason: unknown) => {
      // A line for each: only under `err` is an error logged without its fields, which have members' data.
      logger.error({ err: error, subject }, 'event not handled');
      logger.error({ err: reason, subject }, 'a failed event could not be noted');
      return UNNOTED_BACKOFF_MS;
    });
    if (backoffMs === null) message.ack();
    else message.nak(backoffMs);
  }
}
