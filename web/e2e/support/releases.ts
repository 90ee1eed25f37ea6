import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BASE_URL } from './base-url.ts';

/** Prefix of the file names in the next release. */
const NEXT = '/assets/next-';
/**
 * Headers that are not passed on: they belong to the connection, or to a compressed or cached body, and here
 * the body is decompressed and may change.
 */
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
  /** Releases the next version: the site has a new worker and new files, and the former files are gone. */
  release: () => void;
  /**
   * Lets the next request for a file of the build reach a server of another release, which does not have it.
   */
  missOnce: () => void;
  close: () => void;
}

/**
 * Serves the site under test at a separate address, where it can change to its next release: calls of a
 * service worker cannot be intercepted.
 */
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
  // The browser's own cache would hide which files the worker lacks.
  response.writeHead(reply.status, { ...Object.fromEntries(headers), 'cache-control': 'no-store' });
  const namesFiles =
    path === '/service-worker.js' || reply.headers.get('content-type')?.startsWith('text/html');
  response.end(isNext && namesFiles ? nextRelease(body.toString()) : body);
}

/** Returns the worker or the page as the next release has it. */
const nextRelease = (text: string) =>
  text.replaceAll('"/assets/', `"${NEXT}`).replace(/'files-\w+'/, "'files-next'");
