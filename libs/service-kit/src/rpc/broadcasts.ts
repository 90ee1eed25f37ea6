import type { Broadcast } from '@likewell/contracts/core/define-broadcast';
import type { z } from 'zod';
import type { Logger } from '../telemetry/logger.js';
import type { Nats } from './connect-nats.js';
import { wireText } from './wire-text.js';

/** Says something to every replica of its listeners at once, and hears what others say so. */
export class Broadcasts {
  constructor(
    private readonly nats: Nats,
    private readonly logger: Logger,
  ) {}

  /** Whether anybody hears it is not known. */
  send<B extends Broadcast>({ subject }: B, data: z.output<B['data']>): void {
    this.nats.connection.publish(subject, wireText(data));
  }

  /** Hears it for as long as the connection stands, and lost connections are made again. */
  listen<B extends Broadcast>({ subject, data }: B, handle: (said: z.output<B['data']>) => void): void {
    this.nats.connection.subscribe(subject, {
      callback: (error, message) => {
        try {
          if (error) throw error;
          handle(data.parse(message.json()) as z.output<B['data']>);
        } catch (failure) {
          this.logger.error({ err: failure, subject }, 'a broadcast could not be heard');
        }
      },
    });
  }
}
