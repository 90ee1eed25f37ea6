import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BASE_URL } from './base-url.ts';

/** What the names of the next release's files begin with. */
const NEXT = '/assets/next-';
/** Of the connection, or of a body that is passed on unpacked and may be another one than last time. */
const NOT_PASSED = new Set([
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'if-modified-since',
  'if-none-match',
  'keep-alive',
  'transfer-encoding',
]);

interface Site {
  url: string;
  /** From now on the site has another worker and other files; those of before are gone. */
  release: () => void;
  /** The next file of the build is asked of a server that is of another release, and has it not. */
  missOnce: () => void;
  close: () => void;
}

/** The site under test at an address of its own, which can be brought to its next release: a worker's calls cannot be intercepted. */
export async function openReleases(): Promise<Site> {
  let isNext = false;
  let isMissed = false;
  const server = createServer((request, response) => {
    if (isMissed && request.url?.startsWith('/assets/')) {
      isMissed = false;
      response.writeHead(404).end();
    } else void pass(request, response, isNext);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    release: () => (isNext = true),
    missOnce: () => (isMissed = true),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function pass(request: IncomingMessage, response: ServerResponse, isNext: boolean): Promise<void> {
  const path = request.url ?? '/';
  if (isNext && path.startsWith('/assets/') && !path.startsWith(NEXT)) {
    response.writeHead(404).end();
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const reply = await fetch(BASE_URL + path.replace(NEXT, '/assets/'), {
    method: request.method ?? 'GET',
    headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      NOT_PASSED.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  const body = Buffer.from(await reply.arrayBuffer());
  const headers = [...reply.headers].filter(([name]) => !NOT_PASSED.has(name));
  // What the browser itself keeps would hide what the worker has not.
  response.writeHead(reply.status, { ...Object.fromEntries(headers), 'cache-control': 'no-store' });
  response.end(isNext && path === '/service-worker.js' ? nextWorker(body.toString()) : body);
}

const nextWorker = (code: string) =>
  code.replaceAll('"/assets/', `"${NEXT}`).replace(/'files-\w+'/, "'files-next'");
