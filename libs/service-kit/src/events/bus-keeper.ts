import { consumerName } from '@likewell/contracts/core/bus-names';
import { EVENT_KINDS, type EventContract } from '@likewell/contracts/core/define-event';
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
 * NATS has lost its data. The other processes may only use them.
 */
export class BusKeeper {
  private readonly worker: PollingWorker;
  private isSet = false;

  constructor(
    private readonly events: readonly EventContract[],
    private readonly nats: Nats,
    private readonly options: StreamOptions,
    logger: Logger,
  ) {
    this.worker = new PollingWorker('bus keeper', logger, LOOK_EVERY_MS, async () => {
      if (nats.isConnected()) await this.keep();
      return LOOK_EVERY_MS;
    });
  }

  start(): void {
    this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  private async keep(): Promise<void> {
    const { connection } = this.nats;
    const [stream, consumer] = this.isSet ? [ensureStream, ensureConsumer] : [saveStream, saveConsumer];
    for (const kind of EVENT_KINDS) await stream(connection, kind, this.options);
    for (const { subject, readers } of this.events)
      for (const reader of readers) await consumer(connection, consumerName(reader, subject), subject);
    this.isSet = true;
  }
}
