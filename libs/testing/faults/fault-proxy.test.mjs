// @ts-check
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FaultProxy } from './fault-proxy.mjs';

/** @type {(() => void)[]} */
const ends = [];
after(() => ends.forEach((end) => end()));

/** @param {import('node:net').Server} server */
async function portOf(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

/** Starts an echo server behind a proxy. */
async function echo() {
  const port = await portOf(createServer((socket) => socket.pipe(socket).on('error', () => undefined)));
  const proxy = await FaultProxy.to(port, 'stream');
  ends.push(() => proxy.close());
  const socket = connect(proxy.port, '127.0.0.1').on('error', () => undefined);
  let heard = Buffer.alloc(0);
  socket.on('data', (chunk) => (heard = Buffer.concat([heard, chunk])));
  await once(socket, 'connect');
  return { proxy, socket, heard: () => heard };
}

/** @param {() => boolean} isTrue */
async function until(isTrue) {
  for (const deadline = performance.now() + 10_000; !isTrue(); await sleep(5))
    assert.ok(performance.now() < deadline, 'too late');
}

test('without a fault everything passes, in its order, and the end as well', async () => {
  const { socket, heard } = await echo();
  const sent = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251));
  socket.end(sent);
  await once(socket, 'close');
  assert.ok(heard().equals(sent));
});

test('into a black hole goes everything, and it comes out when that is over', async () => {
  const { proxy, socket, heard } = await echo();
  proxy.set('blackhole');
  socket.write('one');
  const newcomer = connect(proxy.port, '127.0.0.1');
  ends.push(() => newcomer.destroy());
  newcomer.write('two');
  const gone = connect(proxy.port, '127.0.0.1');
  gone.write('three');
  gone.destroy();
  await sleep(100);
  assert.equal(heard().length, 0);
  proxy.set(undefined);
  const [said] = await once(newcomer, 'data');
  await until(() => heard().length > 0);
  assert.deepEqual([heard().toString(), String(said)], ['one', 'two']);
});

test('latency is between 200 and 800 ms, and keeps the order', async (t) => {
  const { proxy, socket, heard } = await echo();
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  proxy.set('latency');
  for (const word of ['a', 'b', 'c', 'd']) {
    const passed = proxy.struck;
    socket.write(word);
    // It has gone there, and its echo is held.
    await until(() => proxy.struck === passed + 2);
  }
  t.mock.timers.tick(199);
  await sleep(20);
  assert.equal(heard().length, 0);
  t.mock.timers.tick(601);
  await until(() => heard().length === 4);
  assert.equal(heard().toString(), 'abcd');
});

for (const fault of /** @type {const} */ (['reset', 'garbage']))
  test(`${fault}: sooner or later a connection is of no use any more`, async (t) => {
    const { proxy, socket, heard } = await echo();
    // One connection in 150 is spoilt only after five times the average.
    t.mock.method(Math, 'random', () => 0.5);
    proxy.set(fault);
    let sent = 0;
    const isSpoilt = () => socket.destroyed || heard().includes(0xff);
    const timer = setInterval(() => !isSpoilt() && socket.write('abcdefgh') && (sent += 8), 5);
    t.after(() => clearInterval(timer));
    await until(isSpoilt);
    // On a busy machine several messages arrive as one chunk, of which a half passes.
    if (fault === 'reset') assert.ok(heard().length < sent, 'cut in the middle of a reply');
    assert.ok(heard().length <= sent);
  });

test('of the replies of HTTP about a fifth are spoilt, each as a whole', async () => {
  const port = await portOf(createHttpServer((_, response) => response.end('{"fine": true}')));
  const proxy = await FaultProxy.to(port, 'http');
  ends.push(() => proxy.close());
  const outcomes = { fine: 0, reset: 0, error: 0, malformed: 0 };
  for (const fault of /** @type {const} */ (['reset', 'garbage'])) {
    proxy.set(fault);
    for (let count = 0; count < 200; count += 1) outcomes[await outcomeOf(proxy.port)] += 1;
  }
  assert.ok(outcomes.fine > 250 && outcomes.fine < 380, JSON.stringify(outcomes));
  assert.ok(outcomes.reset > 10 && outcomes.error > 3 && outcomes.malformed > 3, JSON.stringify(outcomes));
});

/** @param {number} port @returns {Promise<'fine' | 'reset' | 'error' | 'malformed'>} */
async function outcomeOf(port) {
  const socket = connect(port, '127.0.0.1');
  socket.end('GET / HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n');
  const said = await text(socket).catch(() => undefined);
  if (said?.startsWith('HTTP/1.1 500')) return 'error';
  if (said?.includes('<html>')) return 'malformed';
  // Half a reply: data that libuv read before the reset is delivered as if the connection had ended.
  return said?.includes('true}') ? 'fine' : 'reset';
}
