import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An outside service, played by an HTTP server; the connection of a failed request is closed. */
export abstract class StandInServer {
  private port = 0;
  private readonly server = createServer((request, response) => {
    Promise.resolve()
      .then(() => this.serve(request, response))
      .catch(() => response.destroy());
  });

  /** Origin on this machine. */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens, only on the loopback by default; port 0 means any port, or the previous one. */
  async listen(port: number, host = '127.0.0.1'): Promise<void> {
    this.server.listen(port || this.port, host);
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  protected abstract serve(request: IncomingMessage, response: ServerResponse): void | Promise<void>;
}
