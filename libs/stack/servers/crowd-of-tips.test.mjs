// @ts-check
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_TIPS, startNginx } from './start-nginx.mjs';

const DEADLINE_MS = 60_000;

/** The gateway's responses to tips, which are held back. */
const held = /** @type {import('node:http').ServerResponse[]} */ ([]);
const gateway = createServer((request, response) => {
  if (request.url === '/api/posts/7/like')
    response.writeHead(503, { 'retry-after': '9' }).end('of the gateway');
  else if (request.method === 'POST') held.push(response);
  else response.end('{}');
});
/** @type {Awaited<ReturnType<typeof startNginx>>} */
let nginx;

before(async () => {
  nginx = await startNginx(gateway);
});
after(() => nginx.end());

const tip = (path = '/api/posts/1/like') =>
  fetch(nginx.origin + path, { method: 'POST', body: '{}', signal: AbortSignal.timeout(DEADLINE_MS) });

async function untilHeld(/** @type {number} */ count) {
  const end = performance.now() + DEADLINE_MS;
  while (held.length < count && performance.now() < end) await sleep(20);
  assert.equal(held.length, count);
}

test('a rejection of the gateway stays as it is', async () => {
  const response = await tip('/api/posts/7/like');
  assert.deepEqual(
    [response.status, response.headers.get('retry-after'), await response.text()],
    [503, '9', 'of the gateway'],
  );
});

test('a crowd of tips, however spelled, leaves connections for everybody else, and the rest is rejected with a time to come again', async () => {
  const crowd = Array.from({ length: MAX_TIPS }, (_, index) =>
    tip(index % 2 ? '/api/posts/1/like' : `/api/posts/%31/like?x=${index}`),
  );
  await untilHeld(MAX_TIPS);
  for (const path of ['/api/posts/2/like', '/api//posts/%32/like', '/api/posts/2/like?']) {
    const response = await tip(path);
    assert.equal(response.status, 503, path);
    assert.equal(response.headers.get('retry-after'), '1');
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    const body = await response.json();
    assert.deepEqual(body, {
      error: 'Likewell is very busy right now. Please try again in a moment.',
      code: 'OVERLOADED',
      requestId: response.headers.get('x-request-id'),
    });
  }
  assert.equal((await fetch(`${nginx.origin}/api/posts/best`)).status, 200);
  for (const response of held) response.end('{}');
  for (const { status } of await Promise.all(crowd)) assert.equal(status, 200);
  const later = tip();
  await untilHeld(MAX_TIPS + 1);
  held.at(-1)?.end('{}');
  assert.equal((await later).status, 200);
});
