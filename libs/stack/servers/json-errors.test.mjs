// @ts-check
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { startNginx } from './start-nginx.mjs';

const CODING = 'Host: x\r\nTransfer-Encoding: gzip\r\n\r\n';
const CHUNK = 'Host: x\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n';
const END = 'Host: x\r\nConnection: close\r\n\r\n';
/** Requests that nginx rejects, or whose gateway is gone, each with the status and code of its response. */
const REQUESTS = /** @type {const} */ ([
  [`POST /api/posts HTTP/1.1\r\n${CODING}`, 501, 'MALFORMED_REQUEST'],
  [`POST /api/auth/google HTTP/1.1\r\n${CODING}`, 501, 'MALFORMED_REQUEST'],
  [`GET / HTTP/1.1\r\n${CODING}`, 501, 'MALFORMED_REQUEST'],
  ['GET /api/posts/best HTTP/2.0\r\nHost: x\r\n\r\n', 505, 'MALFORMED_REQUEST'],
  ['GET /api/auth/google HTTP/2.0\r\nHost: x\r\n\r\n', 505, 'MALFORMED_REQUEST'],
  [`POST /api/posts HTTP/1.1\r\n${CHUNK}`, 400, 'MALFORMED_REQUEST'],
  [`POST /api/docs HTTP/1.1\r\n${CHUNK}`, 400, 'MALFORMED_REQUEST'],
  [`POST /api/auth/google HTTP/1.1\r\n${CHUNK}`, 400, 'MALFORMED_REQUEST'],
  [`GET /api/docs HTTP/1.1\r\n${END}`, 502, 'UNAVAILABLE'],
  [`GET /api/docs/json HTTP/1.1\r\n${END}`, 502, 'UNAVAILABLE'],
  [`GET /api/posts/best HTTP/1.1\r\n${END}`, 502, 'UNAVAILABLE'],
]);

const gateway = createServer((request) => request.socket.destroy());
/** @type {Awaited<ReturnType<typeof startNginx>>} */
let nginx;

before(async () => {
  nginx = await startNginx(gateway);
});
after(() => nginx.end());

for (const [bytes, status, code] of REQUESTS)
  test(`${JSON.stringify(bytes.slice(0, 70))} is rejected in JSON, as ${status}`, async () => {
    const { head, body } = await exchange(bytes);
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(head, /^Content-Type: application\/json/m);
    const [, requestId] = /^X-Request-Id: ([0-9a-f]{32})$/m.exec(head) ?? [];
    const { error, ...rest } = JSON.parse(body);
    assert.match(error, /\.$/);
    assert.deepEqual(rest, { code, requestId });
  });

/**
 * Sends bytes, and returns the response once its connection has ended.
 * @param {string} bytes
 */
async function exchange(bytes) {
  const client = connect(Number(new URL(nginx.origin).port), '127.0.0.1');
  let response = '';
  client.setEncoding('utf8').on('data', (text) => (response += text));
  client.write(bytes);
  await once(client, 'end');
  client.destroy();
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return { head: head.replaceAll('\r', ''), body };
}
