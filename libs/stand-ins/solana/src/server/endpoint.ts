import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Chain } from '../chain/chain.js';
import type { Faults } from '../faults.js';
import { respond, parseFailure } from '../rpc/response.js';
import { View } from '../rpc/view.js';
import { spoil } from './spoil.js';
import { Sockets } from './sockets.js';

/** Limit of a real node; larger bodies get 413. */
const MAX_BODY_BYTES = 50 * 1024;
const ATTEMPTS = 20;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** An endpoint of the chain: JSON-RPC on one port, the websocket on the next, where web3.js expects it. */
export class Endpoint {
  faults: Faults = {};
  private readonly http: Server;
  private readonly socketServer: Server;
  private readonly sockets: Sockets;

  constructor(private readonly chain: Chain) {
    this.http = createServer((request, response) => {
      this.serve(request, response).catch(() => response.destroy());
    });
    this.socketServer = createServer((_, response) => response.writeHead(426).end());
    this.sockets = new Sockets(chain, () => this.view(), [this.http, this.socketServer]);
  }

  /** Listens, only on the loopback by default; 0 means any two consecutive ports. */
  async listen(port: number, host = '127.0.0.1'): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await listen(this.http, port, host);
        await listen(this.socketServer, this.port + 1, host);
        return;
      } catch (error) {
        if (this.http.listening) await new Promise((resolve) => this.http.close(resolve));
        if (port !== 0 || attempt === ATTEMPTS) throw error;
      }
    }
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get websocketUrl(): string {
    return `ws://127.0.0.1:${this.port + 1}`;
  }

  async close(): Promise<void> {
    this.sockets.close();
    await Promise.all(
      [this.http, this.socketServer].map((server) => {
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        return closed;
      }),
    );
  }

  private view(): View {
    return new View(this.chain, this.faults);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (request.method === 'GET') this.serveGet(request.url ?? '/', response);
    else if (request.method !== 'POST') reject(response, 405, 'Used HTTP Method is not allowed.');
    else if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
      reject(response, 415, 'Supplied content type is not allowed; application/json is required.');
    else await this.servePost(request, response);
  }

  private async servePost(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request);
    if (text === undefined) {
      reject(response, 413, 'The request body is too large.');
      return;
    }
    const body = parse(text);
    if (await spoil(this.faults, body, response)) return;
    const result = body === undefined ? parseFailure() : respond(this.view(), body);
    response.writeHead(200, JSON_TYPE).end(result === undefined ? '' : JSON.stringify(result));
  }

  private serveGet(url: string, response: ServerResponse): void {
    const isHealth = url === '/health';
    const text = isHealth
      ? this.chain.isSound
        ? 'ok'
        : 'unknown'
      : 'This is not Solana. It is a stand-in that runs on this computer; nothing on it has any worth.\n';
    response.writeHead(isHealth || url === '/' ? 200 : 404, { 'content-type': 'text/plain' }).end(text);
  }
}

function reject(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(`${text}\n`);
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening');
}

/** Reads the body; undefined if it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Ending the loop must not close the connection, on which the rejection has yet to be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
