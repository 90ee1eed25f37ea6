// @ts-check
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { startNginx } from './start-nginx.mjs';

/** Number of body bytes of each request that reached the gateway. */
let reached = /** @type {number[]} */ ([]);
const gateway = createServer(async (request, response) => {
  let bytes = 0;
  for await (const chunk of request) bytes += chunk.length;
  if (request.headers['x-stand-in'] === 'gone') request.socket.destroy();
  reached.push(bytes);
  response.end('{}');
});
/** @type {Awaited<ReturnType<typeof startNginx>>} */
let nginx;

before(async () => {
  nginx = await startNginx(gateway);
});
after(() => nginx.end());
beforeEach(() => {
  reached = [];
});

const send = (
  /** @type {string} */ method,
  /** @type {string} */ path,
  /** @type {NonNullable<RequestInit['body']>} */ body,
  /** @type {{ duplex?: 'half', headers?: Record<string, string> }} */ options = {},
) => fetch(nginx.origin + path, { method, body, ...options });

const MIB = 1024 * 1024;

test('nginx keeps no body that is larger than any JSON, and says so as the gateway does', async () => {
  const stream = () => new Blob([Buffer.alloc(MIB)]).stream();
  for (const response of [
    await send('POST', '/api/posts', Buffer.alloc(MIB)),
    await send('POST', '/api/posts', stream(), { duplex: 'half' }),
  ]) {
    assert.equal(response.status, 413);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    assert.deepEqual(await response.json(), {
      error: 'This is too large to send. Please make it smaller and try again.',
      code: 'BODY_TOO_LARGE',
      requestId: response.headers.get('x-request-id'),
    });
  }
  assert.deepEqual(reached, []);
});

test('what the gateway has to judge itself reaches it: JSON just above its limit, and a photo', async () => {
  const json = 129 * 1024;
  assert.equal((await send('POST', '/api/posts', Buffer.alloc(json))).status, 200);
  assert.equal((await send('PUT', '/api/users/avatar', Buffer.alloc(MIB))).status, 200);
  assert.deepEqual(reached, [json, MIB]);
});

test('a body larger than any photo is rejected in the same words', async () => {
  const response = await send('PUT', '/api/users/avatar', Buffer.alloc(3 * MIB));
  assert.equal(response.status, 413);
  assert.match(await response.text(), /"code":"BODY_TOO_LARGE"/);
  assert.deepEqual(reached, []);
});

test('whoever sends a photo is told that the gateway is gone, and not that the photo is too large', async () => {
  const headers = { 'x-stand-in': 'gone' };
  const response = await send('PUT', '/api/users/avatar', Buffer.alloc(MIB), { headers });
  assert.equal(response.status, 502);
  assert.match(await response.text(), /"code":"UNAVAILABLE"/);
});
