// @ts-check
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { startNginx } from './start-nginx.mjs';

const ADDRESSES = [
  '/',
  '/settings.json',
  '/assets/none.js',
  '/static/none.js',
  '/api/feed',
  '/api/docs',
  '/api/auth/google/callback',
];
const gateway = createServer((_, response) => response.end('{}'));
/** @type {Awaited<ReturnType<typeof startNginx>>} */
let nginx;

before(async () => {
  nginx = await startNginx(gateway);
});
after(() => nginx.end());

for (const address of ADDRESSES)
  test(`whoever came by TLS is told to come by nothing else at ${address}`, async () => {
    const ask = async (/** @type {Record<string, string>} */ headers) =>
      (await fetch(nginx.origin + address, { headers })).headers.get('strict-transport-security');
    assert.equal(await ask({ 'x-forwarded-proto': 'https' }), 'max-age=31536000');
    assert.equal(await ask({ 'x-forwarded-proto': 'http' }), null);
    assert.equal(await ask({}), null);
  });
