import { sendHttpFault } from '@likewell/stand-in-kit/http-fault';
import { StandInServer } from '@likewell/stand-in-kit/stand-in-server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Chain } from './chain.js';
import type { Endpoint, Faults } from './faults.js';

const BLOCKS_PER_PAGE = 10;
const SAYS_OF_ITSELF = 'no real Bitcoin blocks, a chain made up on this machine';

/** A block explorer on this machine, in the shape of Esplora's HTTP API. */
export class BitcoinStandIn extends StandInServer {
  faults: Faults = {};
  /** Number of requests received, for tests. */
  requests = 0;

  /** @param beforeEach brings the chain up to date */
  constructor(
    private readonly chain: Chain,
    private readonly beforeEach: () => void = () => undefined,
  ) {
    super();
  }

  protected serve(request: IncomingMessage, response: ServerResponse): void {
    this.requests += 1;
    this.beforeEach();
    const path = new URL(request.url ?? '/', 'http://stand-in').pathname;
    const [, resource = '', id = '', part = ''] = path.split('/');
    if (path === '/blocks/tip/height') this.respond(response, 'tip', String(this.chain.tip));
    else if (path === '/blocks/tip/hash') this.respond(response, 'tip', this.hashAt(this.chain.tip));
    else if (resource === 'block-height') this.respond(response, 'blocks', this.hashAt(heightFrom(id)));
    else if (resource === 'blocks') this.respond(response, 'blocks', this.page(id));
    else if (resource === 'block') this.respond(response, 'blocks', this.block(id, part));
    else this.respond(response, 'blocks', undefined);
  }

  private hashAt(height: number): string | undefined {
    return this.chain.describe(height)?.id;
  }

  /** Returns ten blocks, the highest first, from this height down, or from the tip. */
  private page(from: string): object[] | undefined {
    const start = from === '' ? this.chain.tip : heightFrom(from);
    if (this.chain.describe(start) === undefined) return undefined;
    return Array.from({ length: BLOCKS_PER_PAGE }, (_, index) => this.describe(start - index)).filter(
      (block) => block !== undefined,
    );
  }

  private block(hash: string, part: string): object | string | undefined {
    const height = /^[0-9a-f]{64}$/.test(hash) ? this.chain.heightOf(hash) : null;
    if (height === null) return undefined;
    if (part === 'header') return this.chain.headerAt(height).toString('hex');
    return part === '' ? this.describe(height) : undefined;
  }

  private describe(height: number) {
    const block = this.chain.describe(height);
    return block && this.faults.forged ? { ...block, timestamp: block.timestamp + 1 } : block;
  }

  /** Sends text or JSON, or 404 for undefined, unless a test has set a fault for this endpoint. */
  private respond(response: ServerResponse, endpoint: Endpoint, body: object | string | undefined): void {
    response.setHeader('x-stand-in', SAYS_OF_ITSELF);
    const json = { 'content-type': 'application/json' };
    const fault = this.faults.endpoint?.[endpoint];
    switch (fault) {
      case undefined:
        if (body === undefined) response.writeHead(404).end('Block not found');
        else if (typeof body === 'string')
          response.writeHead(200, { 'content-type': 'text/plain' }).end(body);
        else response.writeHead(200, json).end(JSON.stringify(body));
        return;
      case 'error':
        response.writeHead(500).end('Internal error');
        return;
      case 'limited':
        response.writeHead(429, { 'retry-after': '60' }).end('Too many requests');
        return;
      case 'cut':
        response.writeHead(200, { ...json, 'content-length': '1000' }).write('[');
        setImmediate(() => response.destroy());
        return;
      default:
        sendHttpFault(response, fault, `${this.origin}/blocks/tip/height`);
    }
  }
}

const heightFrom = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : -1);
