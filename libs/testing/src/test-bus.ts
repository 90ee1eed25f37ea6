import { addressOf, type EventContract, type EventData } from '@likewell/contracts/core/define-event';
import type { Rpc, RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import { RETENTION_MS, STREAM_MAX_BYTES } from '@likewell/service-kit/config/event-defaults';
import { timeoutProfiles } from '@likewell/service-kit/config/timeouts';
import { JetStreamBus } from '@likewell/service-kit/events/jetstream-bus';
import { connectNats, type Nats } from '@likewell/service-kit/rpc/connect-nats';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { errorReply } from '@likewell/service-kit/rpc/rpc-reply';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** Plays the rest of the system in a test: makes calls, responds to calls and publishes events. */
export class TestBus {
  /** Calls with the contracts' own deadlines. */
  readonly client: RpcClient;
  private readonly patient: RpcClient;
  private readonly events: JetStreamBus;

  private constructor(readonly nats: Nats) {
    this.client = new RpcClient(nats);
    this.patient = new RpcClient(nats, timeoutProfiles.laptop.callFactor);
    this.events = new JetStreamBus(nats, {
      replicas: 1,
      maxBytes: STREAM_MAX_BYTES,
      retentionMs: RETENTION_MS,
    });
  }

  static async connect(url: string): Promise<TestBus> {
    return new TestBus(await connectNats(url, 'test', createLogger('test', 'silent')));
  }

  /** Makes a declared call, within the deadline of the context or, if there is none, a long one. */
  call<R extends Rpc>(contract: R, input: RpcInput<R>): Promise<RpcOutput<R>> {
    return this.patient.call(contract, input);
  }

  /** Responds to calls of a neighbour's contract in its place, over the real bus. */
  respond<R extends Rpc>(contract: R, reply: (input: RpcInput<R>) => RpcOutput<R>): { stop(): void } {
    const subscription = this.nats.connection.subscribe(contract.subject, {
      callback: (_, message) => {
        try {
          const output = reply(contract.input.parse(message.json()) as RpcInput<R>);
          message.respond(JSON.stringify({ data: z.encode(contract.output, output) }));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          message.respond(JSON.stringify(errorReply(error)));
        }
      },
    });
    return {
      stop: () => {
        subscription.unsubscribe();
      },
    };
  }

  /** Publishes an event as a neighbour's outbox relay would. A repeated `eventId` is a duplicate. */
  async tell<E extends EventContract>(
    contract: E,
    data: EventData<E>,
    eventId = randomUUID(),
  ): Promise<void> {
    await this.events.ensureStream(addressOf(contract).kind);
    const envelope = {
      id: eventId,
      type: contract.subject,
      version: contract.version,
      occurredAt: new Date().toISOString(),
      actor: null,
      traceparent: null,
      requestId: null,
      data: z.encode(contract.data, data),
    };
    // A new message id each time, so that the stream does not drop it as a duplicate.
    await this.events.publish(contract.subject, JSON.stringify(envelope), randomUUID());
  }

  async close(): Promise<void> {
    await this.nats.connection.close();
  }
}
