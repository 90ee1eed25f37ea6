import { parseJson, readText } from '@likewell/stand-in-kit/read-body';
import { StandInServer } from '@likewell/stand-in-kit/stand-in-server';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Chain } from '../chain/chain.js';
import type { Faults } from '../faults.js';
import { respond, parseFailure } from '../rpc/response.js';
import { View } from '../rpc/view.js';
import { spoil } from './spoil.js';

/** Limit of a real node; larger bodies get 413. */
const MAX_BODY_BYTES = 50 * 1024;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** An endpoint of the chain: its JSON-RPC. */
export class Endpoint extends StandInServer {
  faults: Faults = {};

  constructor(private readonly chain: Chain) {
    super();
  }

  protected async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (request.method === 'GET') this.serveGet(request.url ?? '/', response);
    else if (request.method !== 'POST') reject(response, 405, 'Used HTTP Method is not allowed.');
    else if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
      reject(response, 415, 'Supplied content type is not allowed; application/json is required.');
    else await this.servePost(request, response);
  }

  private async servePost(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request, MAX_BODY_BYTES);
    if (text === undefined) {
      reject(response, 413, 'The request body is too large.');
      return;
    }
    const body = parseJson(text);
    if (await spoil(this.faults, body, response)) return;
    const result = body === undefined ? parseFailure() : respond(new View(this.chain, this.faults), body);
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
