import { sendHttpFault } from '@likewell/stand-in-kit/http-fault';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from '../faults.js';

/** Applies a test's fault to a request. @returns true if the request is handled by it */
export async function spoil(faults: Faults, body: unknown, response: ServerResponse): Promise<boolean> {
  if (!concerns(faults, body)) return false;
  faults.onRequest?.();
  if (faults.delayMs) await sleep(faults.delayMs);
  await faults.after;
  const { response: fault } = faults;
  if (fault === undefined) return false;
  if (typeof fault !== 'number') sendHttpFault(response, fault);
  else response.writeHead(fault, { 'content-type': 'text/plain', 'retry-after': '1' }).end('Try again later');
  return true;
}

function concerns({ methods }: Faults, body: unknown): boolean {
  if (!methods) return true;
  const calls: unknown[] = Array.isArray(body) ? body : [body];
  return calls.some((call) => methods.includes((call as { method?: string } | undefined)?.method ?? ''));
}
