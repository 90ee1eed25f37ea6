import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A link to a server that a test can cut and mend. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  /** Connections that came while it was cut. */
  rejected = 0;
  /** And those that were let through. */
  joined = 0;
  /** How long what a newcomer says takes until it is heard. */
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

  /** Breaks every connection, and every one that comes, as a server that is gone does. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Keeps what is written on the connections that there are, as sockets of a server that stands still do. */
  hold(): void {
    for (const socket of this.sockets) socket.cork();
  }

  /** Lets go on what was held, in its order. */
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
