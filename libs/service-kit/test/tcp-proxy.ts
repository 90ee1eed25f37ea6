import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A link to a server that a test can cut and restore. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  /** Number of connections rejected while it was cut. */
  rejected = 0;
  /** Number of connections that were let through. */
  joined = 0;
  /** Delay before the data of a new connection is forwarded. */
  heardAfterMs = 0;

  private constructor(
    readonly port: number,
    private readonly close: () => void,
  ) {}

  static async to({ port, hostname }: URL): Promise<TcpProxy> {
    const server = createServer((near) => proxy.join(near, connect(Number(port), hostname)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new TcpProxy((server.address() as AddressInfo).port, () => server.close());
    return proxy;
  }

  /** Breaks every connection, present and new, like a server that is gone. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Buffers what is written on existing connections, like the sockets of a server that is paused. */
  hold(): void {
    for (const socket of this.sockets) socket.cork();
  }

  /** Forwards what was held, in its order. */
  release(): void {
    for (const socket of this.sockets) socket.uncork();
  }

  mend(): void {
    this.isCut = false;
  }

  stop(): void {
    this.cut();
    this.close();
  }

  private join(near: Socket, far: Socket): void {
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket
        .on('error', () => other.destroy())
        .on('close', () => (this.sockets.delete(socket), other.destroy()));
    }
    if (this.isCut) {
      this.rejected += 1;
      near.destroy();
      return;
    }
    this.joined += 1;
    far.pipe(near);
    setTimeout(() => near.pipe(far), this.heardAfterMs);
  }
}
