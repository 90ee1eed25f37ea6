import type { EventMessage, EventSubscription } from '@likewell/service-kit/events/event-bus';
import type { Random } from './random.js';
import type { Scheduler } from './scheduler.js';
import type { SimulatedProcess } from './simulated-process.js';
import type { Trace } from './trace.js';

/** Faults of messages to and from a stream. */
export interface StreamFaults {
  isConnected(process: SimulatedProcess): boolean;
  /** Returns the delay in milliseconds; null for a lost message. */
  delayMs(process: SimulatedProcess): number | null;
}

interface Stored {
  readonly seq: number;
  readonly subject: string;
  readonly payload: string;
  readonly timestampMs: number;
}
interface Delivery {
  count: number;
  /** Earliest time of the next delivery. */
  restsUntilMs: number;
  /** Distinguishes the acknowledgements of two deliveries. */
  subscriber: Subscriber | null;
}
interface Durable {
  readonly name: string;
  readonly subject: string;
  nextSeq: number;
  readonly open: Map<number, Delivery>;
  readonly subscribers: Set<Subscriber>;
}

const ACK_WAIT_MS = 30_000;
const DUPLICATE_WINDOW_MS = 120_000;
const MAX_FETCHED = 64;

/** An in-memory stream with its durable consumers, like JetStream's; it may lose messages. */
class Stream {
  readonly messages = new Map<number, Stored>();
  readonly durables = new Map<string, Durable>();
  readonly recent = new Map<string, number>();
  lastSeq = 0;
  bytes = 0;

  constructor(readonly createdAt: string) {}

  forget(seq: number): void {
    this.bytes -= this.messages.get(seq)?.payload.length ?? 0;
    this.messages.delete(seq);
  }
}

/** The server of all streams. */
export class SimulatedStreams {
  /** Size in bytes above which a stream drops the oldest messages. */
  maxBytes = 4 * 1024 ** 3;
  private readonly streams = new Map<string, Stream>();
  private generation = 0;

  constructor(
    readonly scheduler: Scheduler,
    readonly random: Random,
    readonly faults: StreamFaults,
    readonly trace: Trace,
  ) {}

  /** Returns the stream of a subject or kind, by the first word. */
  open(kindOrSubject: string): Stream {
    const kind = kindOrSubject.split('.')[0] ?? '';
    const known = this.streams.get(kind);
    if (known) return known;
    this.generation += 1;
    const made = new Stream(new Date(Math.floor(this.scheduler.nowMs) + this.generation).toISOString());
    this.streams.set(kind, made);
    return made;
  }

  find(subject: string): Stream | undefined {
    return this.streams.get(subject.split('.')[0] ?? '');
  }

  store(subject: string, payload: string, messageId: string): void {
    const stream = this.find(subject);
    if (!stream) throw new Error('no stream has this subject');
    const { nowMs } = this.scheduler;
    const seenMs = stream.recent.get(messageId);
    if (seenMs !== undefined && nowMs - seenMs < DUPLICATE_WINDOW_MS) return;
    stream.recent.set(messageId, nowMs);
    stream.lastSeq += 1;
    stream.messages.set(stream.lastSeq, { seq: stream.lastSeq, subject, payload, timestampMs: nowMs });
    stream.bytes += payload.length;
    for (const seq of stream.messages.keys()) {
      if (stream.bytes <= this.maxBytes) break;
      stream.forget(seq);
      this.trace.count('stream forgot a message');
    }
    this.handOut(stream);
  }

  /** Loses a share of the stored messages, or all of them, or the streams themselves with their consumers. */
  lose(what: 'some' | 'all' | 'stream'): void {
    for (const [kind, stream] of this.streams) {
      if (what === 'stream') this.streams.delete(kind);
      for (const seq of [...stream.messages.keys()]) {
        if (what !== 'some' || this.random.chance(0.3)) stream.forget(seq);
      }
      if (what !== 'stream') continue;
      for (const durable of stream.durables.values()) {
        for (const subscriber of durable.subscribers) subscriber.stop(new Error('the consumer was deleted'));
      }
    }
  }

  /** Ends a process's subscriptions; its unacknowledged messages go to others. */
  disconnect(process: SimulatedProcess): void {
    for (const stream of this.streams.values()) {
      for (const durable of stream.durables.values()) {
        for (const each of durable.subscribers)
          if (each.process === process) durable.subscribers.delete(each);
      }
    }
  }

  handOut(stream: Stream): void {
    for (const durable of stream.durables.values()) this.handOutOf(stream, durable);
  }

  handOutOf(stream: Stream, durable: Durable): void {
    const ready = [...durable.subscribers].filter((each) => each.outstanding < MAX_FETCHED && !each.hasEnded);
    for (const message of this.dueOf(stream, durable)) {
      const free = ready.filter((each) => each.outstanding < MAX_FETCHED);
      if (free.length === 0) break;
      const subscriber = this.random.pick(free);
      const delivery = durable.open.get(message.seq) ?? { count: 0, restsUntilMs: 0, subscriber: null };
      Object.assign(delivery, {
        count: delivery.count + 1,
        restsUntilMs: this.scheduler.nowMs + ACK_WAIT_MS,
        subscriber,
      });
      durable.open.set(message.seq, delivery);
      durable.nextSeq = Math.max(durable.nextSeq, message.seq + 1);
      this.lookAgain(stream, durable, ACK_WAIT_MS);
      subscriber.send(message, delivery.count, stream.lastSeq - message.seq);
    }
  }

  lookAgain(stream: Stream, durable: Durable, afterMs: number): void {
    this.scheduler.after(afterMs + 0.01, null, null, () => this.handOutOf(stream, durable));
  }

  private *dueOf(stream: Stream, durable: Durable): Generator<Stored> {
    for (const [seq, { restsUntilMs }] of durable.open) {
      const message = stream.messages.get(seq);
      if (!message) durable.open.delete(seq);
      else if (restsUntilMs <= this.scheduler.nowMs) yield message;
    }
    for (let seq = durable.nextSeq; seq <= stream.lastSeq; seq += 1) {
      const message = stream.messages.get(seq);
      if (message?.subject === durable.subject) yield message;
      else if (seq === durable.nextSeq) durable.nextSeq += 1;
    }
  }
}

/** A replica's subscription to a durable consumer. */
export class Subscriber implements EventSubscription {
  outstanding = 0;
  hasEnded = false;
  private readonly queue: EventMessage[] = [];
  private failure: Error | undefined;
  private wake: (() => void) | null = null;

  constructor(
    private readonly streams: SimulatedStreams,
    private readonly stream: Stream,
    private readonly durable: Durable,
    readonly process: SimulatedProcess,
  ) {}

  stop(error?: Error): void {
    this.hasEnded = true;
    this.failure ??= error;
    this.durable.subscribers.delete(this);
    this.wake?.();
  }

  /** Sends a message over the network, where it may be lost or delayed. */
  send(message: Stored, deliveryCount: number, pending: number): void {
    const delayMs = this.streams.faults.delayMs(this.process);
    if (delayMs === null) return;
    this.outstanding += 1;
    const label = `gets ${message.subject} ${message.seq}, delivery ${deliveryCount}`;
    this.streams.scheduler.after(delayMs, this.process, label, () => {
      this.queue.push(this.toMessage(message, deliveryCount, pending));
      this.wake?.();
    });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<EventMessage> {
    for (;;) {
      const next = this.queue.shift();
      if (this.failure) throw this.failure;
      if (this.hasEnded) return;
      if (next) yield next;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private toMessage(message: Stored, deliveryCount: number, pending: number): EventMessage {
    return {
      text: () => message.payload,
      deliveryCount,
      pending,
      timestampMs: message.timestampMs,
      ack: () => this.settle(message.seq, null),
      nak: (delayMs = 0) => this.settle(message.seq, delayMs),
    };
  }

  /** Sends an acknowledgement to the stream, or, with a delay, a request for a redelivery. */
  private settle(seq: number, delayMs: number | null): void {
    this.outstanding -= 1;
    const travelMs = this.streams.faults.delayMs(this.process);
    if (travelMs === null) return;
    this.streams.scheduler.after(travelMs, null, null, () => {
      const delivery = this.durable.open.get(seq);
      if (!delivery) return;
      if (delayMs === null) this.durable.open.delete(seq);
      else delivery.restsUntilMs = this.streams.scheduler.nowMs + delayMs;
      this.streams.lookAgain(this.stream, this.durable, delayMs ?? 0);
    });
  }
}
