// @ts-check
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { startNginx } from './start-nginx.mjs';

/** @type {Awaited<ReturnType<typeof startNginx>>} */
let nginx;
before(async () => {
  nginx = await startNginx(createServer());
});
after(() => nginx.end());

for (const address of ['/assets/none.js', '/assets/none.css', '/assets/none.woff2', '/static/none.png'])
  test(`no cache keeps that ${address} is missing`, async () => {
    const response = await fetch(nginx.origin + address, { headers: { 'accept-encoding': 'br' } });
    assert.deepEqual([response.status, response.headers.get('cache-control')], [404, 'no-store']);
  });

test('what a file does not take is said with what it takes', async () => {
  const response = await fetch(`${nginx.origin}/`, { method: 'POST' });
  assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD']);
  assert.match(await response.text(), /"code":"METHOD_NOT_ALLOWED"/);
});
