import type { EventBus, EventSubscription } from '@likewell/service-kit/events/event-bus';
import { runIn, type SimulatedProcess } from './simulated-process.js';
import { Subscriber, type SimulatedStreams } from './simulated-stream.js';

const PUBLISH_TIMEOUT_MS = 3000;

/** A process's access to the streams. */
export class SimulatedBus implements EventBus {
  constructor(
    private readonly streams: SimulatedStreams,
    private readonly process: SimulatedProcess,
  ) {}

  isConnected(): boolean {
    return this.streams.faults.isConnected(this.process);
  }

  ensureStream(kind: string) {
    return this.ask(() => {
      const { createdAt, bytes } = this.streams.open(kind);
      return { createdAt, bytes, maxBytes: this.streams.maxBytes };
    });
  }

  publish(subject: string, payload: string, messageId: string): Promise<void> {
    return this.ask(() => this.streams.store(subject, payload, messageId));
  }

  consume(durable: string, subject: string): Promise<EventSubscription> {
    return this.ask(() => {
      const stream = this.streams.open(subject);
      const known = stream.durables.get(durable) ?? {
        ...{ name: durable, subject, nextSeq: 1, open: new Map(), subscribers: new Set<Subscriber>() },
      };
      stream.durables.set(durable, known);
      const subscriber = new Subscriber(this.streams, stream, known, this.process);
      known.subscribers.add(subscriber);
      this.streams.scheduler.after(0, null, null, () => this.streams.handOut(stream));
      return subscriber;
    });
  }

  /** Sends a request to the server and back, within the time that the bus allows. */
  private ask<T>(work: () => T): Promise<T> {
    const { scheduler, faults } = this.streams;
    return new Promise<T>((resolve, reject) => {
      const timer = scheduler.after(PUBLISH_TIMEOUT_MS, this.process, null, () =>
        reject(new Error('TIMEOUT')),
      );
      const thereMs = faults.delayMs(this.process);
      if (thereMs === null) return;
      scheduler.after(thereMs, null, null, () => {
        let finish: () => void;
        try {
          const result = runIn(this.process, work);
          finish = () => resolve(result);
        } catch (error) {
          finish = () => reject(error instanceof Error ? error : new Error(String(error)));
        }
        const backMs = faults.delayMs(this.process);
        if (backMs === null) return;
        scheduler.after(backMs, this.process, null, () => {
          timer.isCancelled = true;
          finish();
        });
      });
    });
  }
}
