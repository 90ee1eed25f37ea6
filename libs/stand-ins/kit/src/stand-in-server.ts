import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Somebody outside, played by an HTTP server; a request that cannot be served is cut off. */
export abstract class StandInServer {
  private port = 0;
  private readonly server = createServer((request, response) => {
    Promise.resolve()
      .then(() => this.serve(request, response))
      .catch(() => response.destroy());
  });

  /** Where it is found on this machine. */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens, on the loopback alone unless told otherwise; 0 takes any port, or the one that it had before. */
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

/** Writes JSON without an end, as fast as it is read: for what must not wait until a response is whole. */
export function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('0,'.repeat(8192)));
  };
  response.on('drain', more);
  more();
}
