import { sendHttpFault } from '@likewell/stand-in-kit/http-fault';
import type { ServerResponse } from 'node:http';
import type { Fault } from './faults.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const HUGE_BYTES = 10 * 1024 * 1024;
const TRICKLE_MS = 50;

/** Sends the response of a fault. */
export function misbehave(response: ServerResponse, fault: Fault, retryAfterMs = 10): void {
  switch (fault) {
    case 'error':
      sendError(
        response,
        500,
        'server_error',
        null,
        'The server had an error while processing your request.',
      );
      return;
    case 'busy':
      response.setHeader('retry-after-ms', String(retryAfterMs));
      sendError(response, 429, 'requests', 'rate_limit_exceeded', 'Rate limit reached.');
      return;
    case 'no-credit':
      sendError(
        response,
        429,
        'insufficient_quota',
        'insufficient_quota',
        'You exceeded your current quota.',
      );
      return;
    case 'unpaid':
      sendError(response, 402, 'unknown_error', null, 'Insufficient Balance');
      return;
    case 'wrong-key':
      sendError(response, 401, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided.');
      return;
    case 'flagged':
      sendError(response, 400, 'invalid_request_error', 'invalid_prompt', 'Invalid prompt: it was flagged.');
      return;
    case 'redirect':
      response.writeHead(307, { location: '/v1/elsewhere' }).end();
      return;
    case 'huge':
      response.writeHead(200, JSON_TYPE).end(`{"filler": "${'x'.repeat(HUGE_BYTES)}"}`);
      return;
    case 'trickle':
      response.writeHead(200, JSON_TYPE);
      trickle(response);
      return;
    default:
      sendHttpFault(response, fault);
  }
}

/** Sends an error in OpenAI's format. */
export function sendError(
  response: ServerResponse,
  status: number,
  type: string,
  code: string | null,
  message: string,
): void {
  response.writeHead(status, JSON_TYPE).end(JSON.stringify({ error: { message, type, param: null, code } }));
}

function trickle(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), TRICKLE_MS);
  response.on('close', () => clearInterval(timer));
}
