// @ts-check
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { startNginx } from './start-nginx.mjs';

/**
 * Returns the client addresses that the gateway receives for requests from this machine with these headers.
 * @param {string | undefined} realIpFrom
 * @param {string[]} claims the X-Forwarded-For header of each request
 */
async function addressesAtGateway(realIpFrom, claims) {
  const gateway = createServer((request, response) => response.end(request.headers['x-forwarded-for']));
  const nginx = await startNginx(gateway, realIpFrom);
  try {
    const ask = (/** @type {string} */ claim) =>
      fetch(`${nginx.origin}/api/feed`, { headers: { 'x-forwarded-for': claim } });
    return await Promise.all(claims.map(async (claim) => (await ask(claim)).text()));
  } finally {
    await nginx.end();
  }
}

test('visitors who come through a proxy of ours have the addresses that it saw, not those that they claim', async () => {
  assert.deepEqual(
    await addressesAtGateway('10.0.0.0/8,127.0.0.1', [
      '203.0.113.1',
      '203.0.113.2',
      '198.51.100.9, 203.0.113.3',
      '198.51.100.9, 203.0.113.4, 10.1.2.3',
    ]),
    ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'],
  );
});

test('nobody else is believed', async () => {
  for (const realIpFrom of [undefined, '10.0.0.0/8'])
    assert.deepEqual(await addressesAtGateway(realIpFrom, ['203.0.113.1']), ['127.0.0.1']);
});
