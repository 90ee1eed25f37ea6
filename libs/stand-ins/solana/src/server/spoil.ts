import { pour } from '@likewell/stand-in-kit/stand-in-server';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from '../faults.js';

/** Applies a test's fault to a request. @returns true if the request is handled by it */
export async function spoil(faults: Faults, body: unknown, response: ServerResponse): Promise<boolean> {
  if (!concerns(faults, body)) return false;
  if (faults.delayMs) await sleep(faults.delayMs);
  await faults.after;
  const json = { 'content-type': 'application/json' };
  switch (faults.response) {
    case undefined:
      return false;
    case 'garbage':
      response.writeHead(200, json).end('{"jsonrpc": <html>');
      return true;
    case 'redirect':
      response.writeHead(302, { location: '/elsewhere' }).end();
      return true;
    case 'endless':
      response.writeHead(200, json).write('[');
      pour(response);
      return true;
    case 'drop':
      response.destroy();
      return true;
    case 'hang':
      return true;
    default:
      response
        .writeHead(faults.response, { 'content-type': 'text/plain', 'retry-after': '1' })
        .end('Try again later');
      return true;
  }
}

function concerns({ methods }: Faults, body: unknown): boolean {
  if (!methods) return true;
  const calls: unknown[] = Array.isArray(body) ? body : [body];
  return calls.some((call) => methods.includes((call as { method?: string } | undefined)?.method ?? ''));
}
