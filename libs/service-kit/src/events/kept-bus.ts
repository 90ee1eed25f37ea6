import { STREAMS } from '@likewell/contracts/core/bus-names';
import { EVENT_KINDS, type EventKind } from '@likewell/contracts/core/define-event';
import { PollingWorker } from '../concurrency/polling-worker.js';
import type { Nats } from '../rpc/connect-nats.js';
import type { Logger } from '../telemetry/logger.js';
import type { EventBus, EventSubscription, StreamState } from './event-bus.js';
import { findConsumer, findStream, kindOf } from './event-stream.js';
import { openConsumer, streamState, type JetStreamBus } from './jetstream-bus.js';

const LOOK_EVERY_MS = 500;

/** A durable consumer of a subject. */
export interface Durable {
  readonly name: string;
  readonly subject: string;
}

/**
 * Events over a JetStream whose streams and consumers another process creates (`BusKeeper`): NATS gives this
 * process only read access to them. Until those of a kind exist, it counts as not connected for that kind, so
 * that its users wait.
 */
export class KeptBus implements EventBus {
  private readonly worker: PollingWorker;
  /** Kinds whose stream and consumers exist. */
  private readonly made = new Set<EventKind>();
  private wasMade = false;

  constructor(
    private readonly bus: JetStreamBus,
    private readonly nats: Nats,
    private readonly durables: readonly Durable[],
    private readonly logger: Logger,
  ) {
    this.worker = new PollingWorker('look for streams', logger, LOOK_EVERY_MS, async () => {
      await this.look();
      return LOOK_EVERY_MS;
    });
  }

  start(): void {
    this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  /** True once everything has existed: a stream that is lost later is created again, and calls are served meanwhile. */
  isReady(): boolean {
    return this.wasMade;
  }

  isConnected(kind: EventKind): boolean {
    return this.made.has(kind) && this.bus.isConnected();
  }

  async ensureStream(kind: EventKind): Promise<StreamState> {
    const stream = await findStream(this.nats.connection, kind);
    return streamState(stream ?? this.miss(kind, STREAMS[kind]));
  }

  publish(subject: string, payload: string, messageId: string): Promise<void> {
    return this.bus.publish(subject, payload, messageId);
  }

  async consume(name: string, subject: string): Promise<EventSubscription> {
    if (!(await findConsumer(this.nats.connection, name, subject))) this.miss(kindOf(subject), name);
    return openConsumer(this.nats, name, subject);
  }

  /**
   * Records that a stream or consumer is missing, so that the bus counts as not connected for its kind.
   * @throws Error always
   */
  private miss(kind: EventKind, name: string): never {
    this.made.delete(kind);
    throw new Error(`${name} is gone; the keeper of the bus makes it anew`);
  }

  private async look(): Promise<void> {
    if (!this.bus.isConnected()) return;
    const missing = EVENT_KINDS.filter((kind) => !this.made.has(kind));
    await Promise.all(missing.map((kind) => this.lookFor(kind)));
    if (this.wasMade || this.made.size < EVENT_KINDS.length) return;
    this.logger.info('the streams of events are there');
    this.wasMade = true;
  }

  private async lookFor(kind: EventKind): Promise<void> {
    const { connection } = this.nats;
    const durables = this.durables.filter(({ subject }) => kindOf(subject) === kind);
    const found = await Promise.all([
      findStream(connection, kind),
      ...durables.map(({ name, subject }) => findConsumer(connection, name, subject)),
    ]);
    if (found.every((each) => each !== null)) this.made.add(kind);
  }
}
