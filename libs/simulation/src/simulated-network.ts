import { inboxPrefix } from '@likewell/contracts/core/bus-names';
import type { Nats } from '@likewell/service-kit/rpc/connect-nats';
import { headers as makeHeaders, type Msg, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Random } from './random.js';
import type { Scheduler } from './scheduler.js';
import type { SimulatedProcess } from './simulated-process.js';

/** Faults of a message between two processes. */
export interface NetworkFaults {
  /** Returns when copies of a message arrive, in milliseconds from now; empty for a lost one. */
  arrivalsMs(from: SimulatedProcess, to: SimulatedProcess, isRequest: boolean): readonly number[];
  isConnected(process: SimulatedProcess): boolean;
}

type Deliver = (error: null, message: Msg) => void;
interface Subscription {
  readonly process: SimulatedProcess;
  readonly subject: string;
  readonly queue: string | null;
  readonly deliver: Deliver;
}
interface Outgoing {
  readonly subject: string;
  readonly payload: string;
  readonly headers?: MsgHdrs | undefined;
  readonly reply?: string | undefined;
}

const NO_RESPONDERS = 503;

/** Carries messages as NATS does, but late, twice or not at all according to the faults. */
export class SimulatedNetwork {
  private readonly subscriptions = new Set<Subscription>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly random: Random,
    private readonly faults: NetworkFaults,
  ) {}

  /** Returns a process's connection, with the parts that calls and replies use. */
  connect(process: SimulatedProcess): Nats {
    const connection = {
      publish: (
        subject: string,
        payload: string,
        { headers, reply }: { headers?: MsgHdrs; reply?: string } = {},
      ) => this.send(process, { subject, payload, headers, reply }),
      subscribe: (subject: string, options: { queue?: string; callback: Deliver }) =>
        this.subscribe(process, subject, options),
      flush: () => Promise.resolve(),
      isClosed: () => false,
      status: never,
      close: () => Promise.resolve(),
    };
    return {
      connection: connection as unknown as NatsConnection,
      inboxPrefix: inboxPrefix(process.name),
      isConnected: () => this.faults.isConnected(process),
    };
  }

  /** Stops sending messages to a process. */
  disconnect(process: SimulatedProcess): void {
    for (const each of this.subscriptions) if (each.process === process) this.subscriptions.delete(each);
  }

  private subscribe(
    process: SimulatedProcess,
    subject: string,
    { queue, callback }: { queue?: string; callback: Deliver },
  ) {
    const inItsContext = AsyncLocalStorage.snapshot();
    const deliver: Deliver = (error, message) => inItsContext(callback, error, message);
    const subscription = { process, subject, queue: queue ?? null, deliver };
    this.subscriptions.add(subscription);
    const end = () => this.subscriptions.delete(subscription);
    const isNeverClosed = new Promise<void>(() => undefined);
    return { closed: isNeverClosed, unsubscribe: end, drain: () => Promise.resolve(end()) };
  }

  private send(from: SimulatedProcess, outgoing: Outgoing): void {
    if (!this.faults.isConnected(from)) return;
    const receivers = this.receiversOf(outgoing.subject);
    if (receivers.length === 0 && outgoing.reply !== undefined) this.reject(from, outgoing.reply);
    for (const receiver of receivers) {
      const isRequest = outgoing.reply !== undefined;
      for (const delayMs of this.faults.arrivalsMs(from, receiver.process, isRequest)) {
        const label = isRequest ? `gets ${outgoing.subject}` : `gets a reply`;
        this.scheduler.after(delayMs, receiver.process, `${label} of ${from.name}`, () => {
          if (this.subscriptions.has(receiver))
            receiver.deliver(null, this.toMessage(receiver.process, outgoing));
        });
      }
    }
  }

  /** Returns every subscription of the subject without a queue group, and one of each group. */
  private receiversOf(subject: string): Subscription[] {
    const groups = new Map<string, Subscription[]>();
    const alone: Subscription[] = [];
    for (const each of this.subscriptions) {
      if (!matches(each.subject, subject) || !this.faults.isConnected(each.process)) continue;
      if (each.queue === null) alone.push(each);
      else groups.set(each.queue, [...(groups.get(each.queue) ?? []), each]);
    }
    return [...alone, ...[...groups.values()].map((group) => this.random.pick(group))];
  }

  private reject(from: SimulatedProcess, reply: string): void {
    const [receiver] = this.receiversOf(reply);
    if (!receiver) return;
    const message = {
      subject: reply,
      data: new Uint8Array(),
      headers: noResponders(),
      json: () => undefined,
    };
    this.scheduler.after(0.2, from, null, () => receiver.deliver(null, message as unknown as Msg));
  }

  private toMessage(receiver: SimulatedProcess, { subject, payload, headers, reply }: Outgoing): Msg {
    const respond = (response: string) => {
      if (reply !== undefined) this.send(receiver, { subject: reply, payload: response });
      return reply !== undefined;
    };
    const json = () => JSON.parse(payload) as unknown;
    return { subject, data: Buffer.from(payload), headers, reply, json, respond } as unknown as Msg;
  }
}

/** True for a subject that a subscription means, in which `*` stands for any word. */
function matches(subscribed: string, subject: string): boolean {
  if (!subscribed.includes('*')) return subscribed === subject;
  const [wanted, words] = [subscribed.split('.'), subject.split('.')];
  return (
    wanted.length === words.length && wanted.every((word, index) => word === '*' || word === words[index])
  );
}

function noResponders(): MsgHdrs {
  const found = makeHeaders(NO_RESPONDERS, 'no responders');
  return found;
}

// eslint-disable-next-line require-yield -- a connection of which nothing is told
async function* never(): AsyncGenerator<never> {
  await new Promise(() => undefined);
}
