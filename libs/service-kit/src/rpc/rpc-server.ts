import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { Rpc } from '@likewell/contracts/core/define-rpc';
import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import type { Msg, Subscription } from '@nats-io/transport-node';
import { isObservable, lastValueFrom } from 'rxjs';
import { z } from 'zod';
import { toAppError } from '../database/database-errors.js';
import { currentContext, runInContext } from '../telemetry/request-context.js';
import { steadyNow } from '../telemetry/steady-clock.js';
import type { Logger } from '../telemetry/logger.js';
import { inSpan } from '../telemetry/tracing.js';
import type { Metrics } from '../telemetry/metrics.js';
import { ActorCheck } from './actor-check.js';
import type { ActorVerifier } from './actor-token.js';
import type { Nats } from './connect-nats.js';
import { LateCalls } from './late-calls.js';
import { PeerClocks } from './peer-clocks.js';
import { fromHeaders } from './rpc-headers.js';
import { errorReply, failureOf, type RpcReply } from './rpc-reply.js';
import type { RpcExtras } from './rpc.decorator.js';
import { StrayMessages } from './stray-messages.js';
import { wireText } from './wire-text.js';

/** Number of concurrent calls in one process; a further call is rejected at once rather than queued. */
const MAX_IN_FLIGHT = 2000;
const DRAIN_TIMEOUT_MS = 20_000;

/**
 * Nest's transport for our calls: one NATS subscription per subject in the service's queue group; input
 * through the contract's codecs; declared errors as data; late work not started; a drain that waits for
 * running calls. No observable is made for a call that succeeds.
 */
export class RpcServer extends Server implements CustomTransportStrategy {
  private subscriptions: Subscription[] = [];
  private readonly peers = new PeerClocks();
  private readonly late: LateCalls;
  private readonly actors: ActorCheck;
  private readonly stray: StrayMessages;
  private isClosing = false;
  private inFlight = 0;
  private onIdle: (() => void) | null = null;

  constructor(
    private readonly service: string,
    private readonly nats: Nats,
    private readonly log: Logger,
    private readonly metrics: Metrics,
    verifier: ActorVerifier | null = null,
  ) {
    super();
    this.late = new LateCalls(log, metrics);
    this.actors = new ActorCheck(verifier, log, metrics);
    this.stray = new StrayMessages(log, metrics);
    metrics.watch('likewell_rpc_in_flight', 'Calls that are being served', () => this.inFlight);
    metrics.watch(
      'likewell_peer_clock_skew_seconds',
      'How far our clock and that of a process that calls us are apart at the most',
      () => this.peers.largestSkewMs(steadyNow()) / 1000,
    );
  }

  listen(callback: (error?: unknown) => void): void {
    for (const subject of this.messageHandlers.keys()) {
      this.late.expect(subject);
      this.actors.expect(subject);
      this.stray.expect(subject);
    }
    this.join();
    // Once the server has read all subscriptions, every later call can reach this replica.
    this.nats.connection.flush().then(() => callback(), callback);
  }

  /** Takes this replica's share of the service's calls, unless it is being closed. */
  join(): void {
    if (this.isClosing) return;
    this.subscriptions = Array.from(this.messageHandlers, ([subject, handler]) => {
      const { contract } = handler.extras as unknown as RpcExtras;
      return this.nats.connection.subscribe(subject, {
        queue: this.service,
        callback: (error, message) => {
          if (error) this.log.error({ err: error, subject }, 'this call cannot be served');
          else if (!this.stray.drops(contract, message)) this.accept(contract, handler, message);
        },
      });
    });
  }

  /** Leaves further calls to the other replicas, and goes on with those that it has. */
  async leave(): Promise<void> {
    const left = this.subscriptions.splice(0);
    // Draining needs the server. Without it no call is on its way, but a connection that comes back would bring new ones.
    if (this.nats.isConnected()) await Promise.all(left.map((one) => one.drain()));
    else for (const subscription of left) subscription.unsubscribe();
  }

  /** Takes no new call, finishes running ones, and sends their replies. */
  async close(): Promise<void> {
    this.isClosing = true;
    const timeout = new Promise((resolve) => setTimeout(resolve, DRAIN_TIMEOUT_MS).unref());
    const drained = this.drain().catch((error: unknown) => {
      this.log.warn({ err: error }, 'nats went away while the last calls were answered');
    });
    await Promise.race([drained, timeout]);
  }

  on(): never {
    throw new Error('the rpc server emits no events');
  }

  unwrap(): never {
    throw new Error('the rpc server shares its connection with nobody');
  }

  private async drain(): Promise<void> {
    await this.leave();
    if (this.inFlight > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
    if (this.nats.isConnected()) await this.nats.connection.flush();
  }

  private accept(contract: Rpc, handler: MessageHandler, message: Msg): void {
    if (this.inFlight < MAX_IN_FLIGHT) {
      void this.serve(contract, handler, message);
      return;
    }
    this.metrics.observeRpc(contract.subject, commonErrors.OVERLOADED.code, 0);
    respond(message, errorReply(new AppError(commonErrors.OVERLOADED)));
  }

  private async serve(contract: Rpc, handler: MessageHandler, message: Msg): Promise<void> {
    const context = fromHeaders(message.headers, this.peers);
    const lateMs = steadyNow() - (context.deadline ?? Infinity);
    if (lateMs >= 0) {
      this.late.drop(contract.subject, context, lateMs);
      this.rejectLate(message);
      return;
    }
    this.inFlight += 1;
    const startedAt = performance.now();
    try {
      const reply = await runInContext(context, () =>
        inSpan('server', contract.subject, () => this.call(contract, handler, message), failureOf),
      );
      const outcome = 'error' in reply ? reply.error.code : 'ok';
      this.metrics.observeRpc(contract.subject, outcome, (performance.now() - startedAt) / 1000);
      respond(message, reply);
    } catch (error) {
      this.log.error({ err: error, subject: contract.subject }, 'a reply could not be sent');
      // The reply is too big for the bus, unless the connection is gone.
      if (!this.nats.connection.isClosed()) respond(message, errorReply(new AppError(commonErrors.INTERNAL)));
    } finally {
      this.inFlight -= 1;
      if (this.inFlight === 0) this.onIdle?.();
    }
  }

  /**
   * Rejects a late call. Nobody waits for the response, but with the permissions of the version before, after a
   * roll-back, NATS tracks the reply subject of a call until it came (ADR 0167).
   */
  private rejectLate(message: Msg): void {
    if (!this.nats.connection.isClosed())
      respond(message, errorReply(new AppError(commonErrors.DEADLINE_EXCEEDED)));
  }

  private async call(contract: Rpc, handler: MessageHandler, message: Msg): Promise<RpcReply> {
    try {
      const input = contract.input.safeParse(jsonOf(message));
      if (!input.success) {
        throw new AppError(commonErrors.INVALID_INPUT, { details: { issues: z.prettifyError(input.error) } });
      }
      this.actors.check(contract, input.data, currentContext()?.actorToken ?? null);
      const result: unknown = await handler(input.data);
      // Nest passes an exception on as an observable that fails.
      const output: unknown = isObservable(result) ? await lastValueFrom(result) : result;
      return { data: output };
    } catch (error) {
      return errorReply(this.declared(contract, error));
    }
  }

  /** Returns a declared error unchanged. Any other error is a defect: it is logged here and hidden from the caller. */
  private declared(contract: Rpc, thrown: unknown): AppError {
    // `findOneBy` and the like of `Database.read` throw the driver's error.
    const error = toAppError(thrown);
    if (error instanceof AppError) {
      const known = [...contract.errors, ...Object.values(commonErrors)];
      if (known.some((definition) => error.is(definition))) return error;
    }
    this.log.error({ err: error, subject: contract.subject }, 'call failed');
    return new AppError(commonErrors.INTERNAL);
  }
}

function respond(message: Msg, reply: RpcReply): void {
  message.respond(wireText(reply));
}

/** Parses a payload; undefined, which no contract accepts, if it is not JSON. */
function jsonOf(message: Msg): unknown {
  try {
    return message.json();
  } catch {
    return undefined;
  }
}
