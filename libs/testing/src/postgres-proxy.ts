import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Point at which the proxy stops a transaction: before its statement reaches Postgres; with all its work done
 * but before the commit request; or after the commit, before its confirmation arrives.
 */
export type StopPoint = 'before-statement' | 'before-commit' | 'after-commit';

/** A transaction to stop, and the actions after it was stopped. */
export interface StoppedTransaction {
  /** Resolves when the transaction has stopped at the point; never if it does not reach it. */
  readonly reached: Promise<void>;
  /** Breaks its connection at both ends, so that neither receives anything more. */
  break(): void;
  /** Lets it continue normally. */
  release(): void;
  /** Cancels a stop that has not happened yet. */
  disarm(): void;
}

/** A proxy to Postgres that reads the messages, and can stop the next transaction at a named point. */
export class PostgresProxy {
  private readonly links = new Set<Link>();
  private trap: Trap | null = null;

  private constructor(
    /** The proxied address, through the proxy. */
    readonly url: string,
    private readonly close: () => void,
  ) {}

  static async to(address: string): Promise<PostgresProxy> {
    const url = new URL(address);
    const [port, host] = [Number(url.port || 5432), url.hostname];
    const server = createServer((near) => proxy.join(near, connect(port, host)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = new PostgresProxy(url.href, () => server.close());
    return proxy;
  }

  /** Stops the next transaction whose statement contains `text` at `point`. */
  stopNext(text: string, point: StopPoint): StoppedTransaction {
    const trap = new Trap(text, point);
    this.trap = trap;
    return {
      reached: trap.reached,
      break: () => trap.link?.destroy(),
      release: () => trap.link?.release(),
      disarm: () => {
        if (this.trap === trap) this.trap = null;
      },
    };
  }

  stop(): void {
    for (const link of this.links) link.destroy();
    this.close();
  }

  private join(near: Socket, far: Socket): void {
    const link = new Link(near, far, () => this.trap);
    this.links.add(link);
    near.on('close', () => this.links.delete(link));
  }
}

class Trap {
  /** Connection of the transaction. */
  link: Link | null = null;
  readonly reached: Promise<void>;
  tell: () => void = () => undefined;

  constructor(
    readonly text: string,
    readonly point: StopPoint,
  ) {
    this.reached = new Promise((resolve) => (this.tell = resolve));
  }
}

/** One connection. Its messages are forwarded as a whole, so that it can be stopped between any two of them. */
class Link {
  private readonly statements = new Map<string, string>();
  private readonly fromClient = new Framer(false);
  private readonly fromServer = new Framer(true);
  private watching: Trap | null = null;
  /** True between transactions, where a statement is a transaction of its own and `Sync` requests its commit. */
  private isIdle = true;
  /** Messages that arrived since the stop; null while messages pass. */
  private held: { readonly message: Buffer; readonly to: Socket }[] | null = null;

  constructor(
    private readonly near: Socket,
    private readonly far: Socket,
    private readonly trap: () => Trap | null,
  ) {
    for (const socket of [near, far]) {
      socket
        .setNoDelay(true)
        .on('error', () => this.destroy())
        .on('close', () => this.destroy());
    }
    near.on('data', (chunk: Buffer) => this.pass(this.fromClient.take(chunk), far, this.isStopAsked));
    far.on('data', (chunk: Buffer) => this.pass(this.fromServer.take(chunk), near, this.isStopAnswered));
  }

  destroy(): void {
    this.near.destroy();
    this.far.destroy();
  }

  release(): void {
    const held = this.held ?? [];
    this.held = null;
    this.watching = null;
    for (const { message, to } of held) to.write(message);
  }

  private pass(messages: readonly Buffer[], to: Socket, isStop: (message: Buffer) => boolean): void {
    const passing: Buffer[] = [];
    for (const message of messages) {
      if (this.held === null && isStop(message)) this.held = [];
      if (this.held === null) passing.push(message);
      else this.held.push({ message, to });
    }
    if (passing.length > 0) to.write(Buffer.concat(passing));
    if (this.held !== null) this.watching?.tell();
  }

  private readonly isStopAsked = (message: Buffer): boolean => {
    const text = this.statementOf(message);
    const trap = this.trap();
    if (trap?.link === null && text.includes(trap.text)) {
      trap.link = this;
      this.watching = trap;
      if (trap.point === 'before-statement') return true;
    }
    const asksForCommit =
      text.startsWith('COMMIT') || (this.isIdle && message.toString('latin1', 0, 1) === 'S');
    return this.watching?.point === 'before-commit' && asksForCommit;
  };

  private readonly isStopAnswered = (message: Buffer): boolean => {
    if (message.toString('latin1', 0, 1) !== 'Z') return false;
    this.isIdle = message.toString('latin1', 5, 6) === 'I';
    if (!this.isIdle || this.watching === null) return false;
    if (this.watching.point === 'after-commit') return true;
    this.watching = null;
    return false;
  };

  /** Returns the SQL that a client's message runs, or '' if it runs none. */
  private statementOf(message: Buffer): string {
    const type = message.toString('latin1', 0, 1);
    const [first = '', second = ''] = message.toString('utf8', 5).split('\0', 2);
    if (type === 'Q') return first;
    if (type === 'P') this.statements.set(first, second);
    return type === 'B' ? (this.statements.get(second) ?? '') : '';
  }
}

/** Splits a stream of Postgres's protocol into messages: a type, a length that includes itself, and the rest. */
class Framer {
  private rest: Buffer = Buffer.alloc(0);

  /** A client's first message has no type. */
  constructor(private typed: boolean) {}

  take(chunk: Buffer): Buffer[] {
    this.rest = Buffer.concat([this.rest, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      const typeBytes = this.typed ? 1 : 0;
      if (this.rest.length < typeBytes + 4) return messages;
      const length = typeBytes + this.rest.readInt32BE(typeBytes);
      if (this.rest.length < length) return messages;
      messages.push(this.rest.subarray(0, length));
      this.rest = this.rest.subarray(length);
      this.typed = true;
    }
  }
}
