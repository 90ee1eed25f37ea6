import { replyPrefix } from '@likewell/contracts/core/bus-names';
import {
  errors as natsErrors,
  Nuid,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
} from '@nats-io/transport-node';
import { steadyNow } from '../telemetry/steady-clock.js';
import type { Nats } from './connect-nats.js';

/** Interval of the check for passed deadlines. */
const SWEEP_MS = 20;
const NO_RESPONDERS = 503;

/** Reason why a request got no reply. */
export type RequestFailure = 'late' | 'no-responders' | 'forbidden' | 'closed';

interface Waiting {
  readonly subject: string;
  readonly replySubject: string;
  readonly deadline: number;
  resolve(reply: Msg): void;
  reject(reason: RequestFailure): void;
}

/**
 * Sends requests and receives their replies, over one inbox for each service. The library's own `request` makes a
 * timer, an error with its stack and several promises for each; here one coarse timer serves all, and a request is
 * an entry of an array.
 */
export class RequestMux {
  private readonly connection: NatsConnection;
  private readonly inboxPrefix: string;
  /** Inboxes by the prefix at which NATS lets a called service reply: at most one for each service. */
  private readonly inboxes = new Map<string, string>();
  /**
   * Requests by slot, of which those in `free` are empty. A map of them would have V8 keep what was answered long
   * ago, with all that waited for it, until a full garbage collection (ADR 0172).
   */
  private readonly waiting: (Waiting | null)[] = [];
  private readonly free: number[] = [];
  private sweeper: NodeJS.Timeout | null = null;
  private requests = 0;

  constructor({ connection, inboxPrefix }: Nats) {
    this.connection = connection;
    this.inboxPrefix = inboxPrefix;
    void this.watchRejections();
  }

  /**
   * Sends a request; rejects with a {@link RequestFailure} when nobody serves the subject or we may not use
   * it, when `deadline` (by {@link steadyNow}) passes, or when the connection ends. A later reply is dropped.
   * @throws what the library throws for a message that it cannot send
   */
  request(subject: string, payload: string, headers: MsgHdrs, deadline: number): Promise<Msg> {
    const inbox = this.inboxFor(subject);
    const slot = this.free.at(-1) ?? this.waiting.length;
    // A slot is used again: the number tells its requests apart, so that a late reply, or one that comes
    // twice, finds none (ADR 0178).
    const token = `${slot.toString(36)}-${(this.requests += 1).toString(36)}`;
    const replySubject = `${inbox}.${token}`;
    this.connection.publish(subject, payload, { headers, reply: replySubject });
    this.free.pop();
    return new Promise((resolve, reject) => {
      // Rejects with a reason instead of an error: the caller throws its own error, and a stack would cost
      // more than the rest.
      this.waiting[slot] = { subject, replySubject, deadline, resolve, reject };
      this.sweeper ??= setInterval(() => {
        this.sweep();
      }, SWEEP_MS).unref();
    });
  }

  /** Returns where the service of a call replies: nobody else may publish there, or knows where it is (ADR 0177). */
  private inboxFor(subject: string): string {
    const prefix = replyPrefix(this.inboxPrefix, subject);
    const known = this.inboxes.get(prefix);
    if (known !== undefined) return known;
    // Random for each service: one that knew another's inbox could have that service, or NATS itself, publish there.
    // Not of the library's sequence, from which it could guess at which subjects we pull events.
    const inbox = `${prefix}.${new Nuid().next()}`;
    const isHere = ({ replySubject }: Waiting) => replySubject.startsWith(`${inbox}.`);
    const subscription = this.connection.subscribe(`${inbox}.*`, {
      callback: (error, reply) => {
        if (error) this.rejectAll('forbidden', isHere);
        else this.settle(reply);
      },
    });
    this.inboxes.set(prefix, inbox);
    void subscription.closed.then(() => {
      this.inboxes.delete(prefix);
      this.rejectAll('closed', isHere);
    });
    return inbox;
  }

  private settle(reply: Msg): void {
    const slot = Number.parseInt(reply.subject.slice(reply.subject.lastIndexOf('.') + 1), 36);
    const waiting = this.waiting[slot];
    // The whole subject is compared: another called service may have sent it, to its own inbox.
    if (waiting?.replySubject !== reply.subject) return;
    this.empty(slot);
    if (reply.data.length === 0 && reply.headers?.code === NO_RESPONDERS) waiting.reject('no-responders');
    else waiting.resolve(reply);
  }

  private sweep(): void {
    const now = steadyNow();
    this.rejectAll('late', ({ deadline }) => deadline <= now);
    if (this.waiting.length > this.free.length || !this.sweeper) return;
    clearInterval(this.sweeper);
    this.sweeper = null;
  }

  /** Watches for rejections: the server reports a forbidden subject independently of any request. */
  private async watchRejections(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type !== 'error' || !(status.error instanceof natsErrors.PermissionViolationError)) continue;
      const { operation, subject } = status.error;
      if (operation === 'publish') this.rejectAll('forbidden', (waiting) => waiting.subject === subject);
    }
  }

  private rejectAll(reason: RequestFailure, concerns: (waiting: Waiting) => boolean): void {
    for (const [slot, waiting] of this.waiting.entries()) {
      if (!waiting || !concerns(waiting)) continue;
      this.empty(slot);
      waiting.reject(reason);
    }
  }

  private empty(slot: number): void {
    this.waiting[slot] = null;
    this.free.push(slot);
  }
}
