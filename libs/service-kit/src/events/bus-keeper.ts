import { consumerName } from '@likewell/contracts/core/bus-names';
import {
  addressOf,
  EVENT_KINDS,
  type EventContract,
  type EventKind,
} from '@likewell/contracts/core/define-event';
import { allOf } from '../concurrency/all-of.js';
import { PollingWorker } from '../concurrency/polling-worker.js';
import type { Nats } from '../rpc/connect-nats.js';
import type { Logger } from '../telemetry/logger.js';
import {
  ensureConsumer,
  ensureStream,
  saveConsumer,
  saveStream,
  type StreamOptions,
} from './event-stream.js';

const LOOK_EVERY_MS = 3000;

/**
 * Creates every declared stream and consumer with the current settings at start, and creates them again after
 * NATS has lost its data, each whatever becomes of the others. The other processes may only use them.
 */
export class BusKeeper extends PollingWorker {
  /** Kinds whose stream and consumers have the current settings. */
  private readonly saved = new Set<EventKind>();

  constructor(
    private readonly events: readonly EventContract[],
    private readonly nats: Nats,
    private readonly options: StreamOptions,
    logger: Logger,
  ) {
    super('bus keeper', logger, LOOK_EVERY_MS, async () => {
      if (nats.isConnected()) await this.keep();
      return LOOK_EVERY_MS;
    });
  }

  private async keep(): Promise<void> {
    await allOf(EVENT_KINDS.map((kind) => this.keepKind(kind)));
  }

  private async keepKind(kind: EventKind): Promise<void> {
    const { connection } = this.nats;
    const [stream, consumer] = this.saved.has(kind)
      ? [ensureStream, ensureConsumer]
      : [saveStream, saveConsumer];
    await stream(connection, kind, this.options);
    const events = this.events.filter((event) => addressOf(event).kind === kind);
    await allOf(
      events.flatMap(({ subject, readers }) =>
        readers.map((reader) => consumer(connection, consumerName(reader, subject), subject)),
      ),
    );
    this.saved.add(kind);
  }
}
