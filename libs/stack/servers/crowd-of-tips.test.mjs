// @ts-check
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_TIPS, MAX_TIPS_OF_NETWORK, startNginx } from './start-nginx.mjs';

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
  nginx = await startNginx(gateway, '127.0.0.1');
});
after(() => nginx.end());

const tip = (path = '/api/posts/1/like', address = '203.0.113.1') =>
  fetch(nginx.origin + path, {
    method: 'POST',
    headers: { 'x-forwarded-for': address },
    body: '{}',
    signal: AbortSignal.timeout(DEADLINE_MS),
  });

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
    tip(
      index % 2 ? '/api/posts/1/like' : `/api/posts/%31/like?x=${index}`,
      `198.51.100.${Math.floor(index / MAX_TIPS_OF_NETWORK)}`,
    ),
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

test('tips of one network whose bodies never come leave places for everybody else', async () => {
  const { hostname, port } = new URL(nginx.origin);
  const sockets = /** @type {import('node:net').Socket[]} */ ([]);
  let rejected = 0;
  const sendHead = (/** @type {string} */ address) => {
    const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
    sockets.push(socket.on('data', (said) => (rejected += String(said).startsWith('HTTP/1.1 503') ? 1 : 0)));
    const lines = ['POST /api/posts/1/like HTTP/1.1', 'Host: x', 'Content-Length: 2'];
    socket.write([...lines, `X-Forwarded-For: ${address}`, '', '{'].join('\r\n'));
  };
  for (let index = 0; index < MAX_TIPS; index += 1) {
    sendHead('192.0.2.1');
    sendHead(`2001:db8:1:${index.toString(16)}::1`);
  }
  const end = performance.now() + DEADLINE_MS;
  while (rejected < 2 * (MAX_TIPS - MAX_TIPS_OF_NETWORK) && performance.now() < end) await sleep(20);
  const before = held.length;
  for (const address of ['192.0.2.1', '2001:db8:1:ffff::1'])
    assert.equal((await tip(undefined, address)).status, 503, address);
  const others = ['192.0.2.2', '2001:db8:2::1'].map((address) => tip(undefined, address));
  await untilHeld(before + others.length);
  for (const response of held) response.end('{}');
  for (const { status } of await Promise.all(others)) assert.equal(status, 200);
  for (const socket of sockets) socket.destroy();
});
