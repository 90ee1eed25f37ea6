import type { Broadcast } from '@likewell/contracts/core/define-broadcast';
import type { z } from 'zod';
import type { Logger } from '../telemetry/logger.js';
import type { Nats } from './connect-nats.js';
import { wireText } from './wire-text.js';

/** Sends a message to every listening replica at once, and receives such messages. */
export class Broadcasts {
  constructor(
    private readonly nats: Nats,
    private readonly logger: Logger,
  ) {}

  /** Sends a message without a confirmation that anybody received it. */
  send<B extends Broadcast>({ subject }: B, data: z.output<B['data']>): void {
    this.nats.connection.publish(subject, wireText(data));
  }

  /** Listens until the connection is closed; lost connections are re-established. */
  listen<B extends Broadcast>({ subject, data }: B, handle: (said: z.output<B['data']>) => void): void {
    this.nats.connection.subscribe(subject, {
      callback: (error, message) => {
        try {
          if (error) throw error;
          // NATS also brings here an event that a process pulls with this as its reply subject (ADR 0177).
          if (message.subject !== subject) throw new Error(`it was sent as ${message.subject}`);
          handle(data.parse(message.json()) as z.output<B['data']>);
        } catch (failure) {
          this.logger.error({ err: failure, subject }, 'a broadcast could not be heard');
        }
      },
    });
  }
}
