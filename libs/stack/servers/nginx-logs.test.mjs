// @ts-check
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNginx } from './start-nginx.mjs';

/** Stands for what no log may hold, wherever a request has it. */
const SECRET = 'CANARY';
const HEADERS = { referer: `http://x/${SECRET}`, 'user-agent': SECRET };
/** Addresses that hold it, and the path that the log gives each. */
const ADDRESSES = [
  [`/api/auth/google/callback?code=${SECRET}&state=${SECRET}`, '/api/auth/google/callback'],
  [`/api/giveaways/1/check/${SECRET}`, '/api/giveaways/1/check/'],
  [`/api/giveaways/1//check/x/${SECRET}?${SECRET}`, '/api/giveaways/1//check/'],
  [`/api/giveaways/1/%63heck/${SECRET}`, '/api/giveaways/1/'],
  [`/api/wallet/links/${SECRET}`, '/api/wallet/links/'],
];

const gateway = createServer((request, response) => {
  if (request.headers['x-stand-in'] === 'gone') request.socket.destroy();
  else response.end(request.headers['x-request-id']);
});
/** @type {Awaited<ReturnType<typeof startNginx>>} */
let nginx;

before(async () => {
  nginx = await startNginx(gateway);
});
after(() => nginx.end());

/**
 * Returns the fields of the next line of the access log, which is written after its response.
 * @param {number} lines number of lines before
 */
async function lineAfter(lines) {
  while (nginx.accessLog().length === lines) await sleep(20);
  return (nginx.accessLog().at(-1) ?? '').split(' ');
}

for (const standIn of ['there', 'gone'])
  for (const [address, path] of ADDRESSES)
    test(`no log holds what is in ${address}, with the gateway ${standIn}`, async () => {
      const lines = nginx.accessLog().length;
      const headers = { ...HEADERS, 'x-stand-in': standIn };
      const { status } = await fetch(nginx.origin + address, { headers });
      assert.equal(status, standIn === 'there' ? 200 : 502);
      const [, from, , method, logged, result] = await lineAfter(lines);
      assert.doesNotMatch(nginx.accessLog().join('\n') + nginx.errorLog(), new RegExp(SECRET));
      assert.deepEqual([from, method, logged, result], ['127.0.0.1', 'GET', path, String(status)]);
    });

const LONG = 16_000;
for (const [what, request] of /** @type {const} */ ([
  ['path', `GET /${'\xff'.repeat(LONG)}`],
  ['path before a name', `GET /${'\xff'.repeat(LONG)}/check/${SECRET}`],
  ['method', `${'A'.repeat(LONG)} /api/feed`],
  ['query and headers', `GET /?${'\xff'.repeat(LONG - 500)}`],
]))
  test(`a line has less than 1,000 characters, however long the ${what}`, async () => {
    const lines = nginx.accessLog().length;
    const socket = connect(Number(new URL(nginx.origin).port), '127.0.0.1');
    const long = `User-Agent: ${'\xff'.repeat(LONG)}\r\nX-Forwarded-For: ${'1'.repeat(LONG)}`;
    socket.end(`${request} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${long}\r\n\r\n`, 'latin1');
    await once(socket.resume(), 'close');
    await lineAfter(lines);
    const line = nginx.accessLog().at(-1) ?? '';
    assert.match(line, / \d{3} \d+$/);
    assert.ok(line.length < 1000, `${line.length}`);
    assert.doesNotMatch(line, new RegExp(SECRET));
  });

test('a line begins with the id of its request, as the gateway and the visitor have it', async () => {
  let lines = nginx.accessLog().length;
  const passedOn = await fetch(`${nginx.origin}/api/feed`);
  assert.equal(await passedOn.text(), (await lineAfter(lines))[0]);

  lines = nginx.accessLog().length;
  const failed = await fetch(`${nginx.origin}/api/feed`, { headers: { 'x-stand-in': 'gone' } });
  const { requestId } = /** @type {{ requestId: string }} */ (await failed.json());
  assert.equal(requestId, (await lineAfter(lines))[0]);
  assert.match(nginx.errorLog(), /upstream prematurely closed .*\/api\/feed/);
});
