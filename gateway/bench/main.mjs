// @ts-check
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { withBenchStack } from '../../libs/stack/bench/bench-stack.mjs';
import { untilAtRest } from '../../libs/stack/bench/cpu.mjs';
import { drive } from '../../libs/stack/bench/drive.mjs';
import { median } from '../../libs/stack/bench/figures.mjs';
import { isChosen, measured } from '../../libs/stack/bench/measure.mjs';
import { runCommand } from '../../libs/stack/machine/command.mjs';
import { table } from '../../libs/stack/machine/table.mjs';
import { GATEWAY_PORT, WEB } from '../../libs/stack/topology.mjs';
import { call } from './call.mjs';
import { startNginx } from './nginx.mjs';

/**
 * @typedef {import('../../libs/stack/state/stack.mjs').Stack} Stack
 * @typedef {{ port: number, nextRequest: () => string, status: number, halfOf?: string }} Row with `halfOf`:
 *   offered at half the rate of that earlier row in the same round
 * @typedef {import('../../libs/stack/bench/drive.mjs').Driven & { rate: number, cpu:
 *   import('../../libs/stack/bench/cpu.mjs').CpuTimes }} Measured
 */

const ROUNDS = Number(process.env.ROUNDS || 5);
const SECONDS = Number(process.env.SECONDS || 4);
const LOAD = { connections: 64, seconds: SECONDS };
const MEMBERS = 8;
const POSTS_OF_EACH = 5;
const FEED = '/api/posts/best?range=all&cursor=';
/** The same response, at a spelling of the address that the gateway does not cache. */
const FEED_UNKEPT = `${FEED}&unkept=1`;
/** Cumulative shares of the mixed day in percent: reads by visitors, then by members; the rest are tips. */
const MIX = { visitors: 42, members: 84 };

await runCommand(() => withBenchStack({ command: 'make bench-http', packages: ['nginx'], fill, work }));

/** Creates members with sessions, and posts as long as real ones. @param {Stack} stack */
async function fill(stack) {
  console.log('· filling …');
  for (let member = 0; member < MEMBERS; member += 1) {
    const token = await signedIn(stack, member);
    for (let post = 0; post < POSTS_OF_EACH; post += 1)
      await call(stack, '/api/posts', {
        ...{ token, json: { title: `Post ${post} of ${member}`, body: essay(member, post) } },
      });
  }
  await untilPublished(stack);
}

/** @param {Stack} stack */
async function work(stack) {
  const tokens = await Promise.all(Array.from({ length: MEMBERS }, (_, member) => signedIn(stack, member)));
  const feed = await bytesOf(stack.port(GATEWAY_PORT), FEED);
  const [bare, bareGzip] = [await startBare(feed), await startBare(gzipSync(feed))];
  await startNginx(stack, { 'feed.json': feed });
  await checkBytes(stack, feed, tokens[0] ?? '');
  console.log(`· ${ROUNDS} rounds of ${SECONDS} s a row; a feed is ${feed.length} bytes …`);
  // Each tip changes the sums, and so the feed's ETag.
  const rowsNow = async () =>
    Object.entries(
      rowsOf(stack, tokens, await etagOf(stack), { bare: bare.port, bareGzip: bareGzip.port }),
    ).filter(([name]) => isChosen(name));
  // Warm-up: code that is not compiled yet is not what this bench measures.
  for (const [, row] of await rowsNow())
    await drive(row.port, row.nextRequest, { ...row, ...LOAD, seconds: 1 });
  const results = /** @type {Record<string, Measured[]>} */ ({});
  for (let round = 0; round < ROUNDS; round += 1) {
    await untilAtRest(stack);
    for (const [name, row] of await rowsNow()) {
      const load = { ...row, ...LOAD, offered: offeredTo(row, results) };
      (results[name] ??= []).push(await measured(stack, () => drive(row.port, row.nextRequest, load)));
    }
  }
  await checkBytes(stack, feed, tokens[0] ?? '', true);
  print(results);
  for (const { child } of [bare, bareGzip]) child.disconnect();
}

/**
 * @param {Stack} stack
 * @param {readonly string[]} tokens
 * @param {string} etag
 * @param {{ bare: number, bareGzip: number }} yardsticks
 * @returns {Record<string, Row>}
 */
function rowsOf(stack, tokens, etag, yardsticks) {
  const [gateway, nginx] = [stack.port(GATEWAY_PORT), stack.port(WEB.port)];
  const get = (/** @type {string} */ path, headers = '') =>
    `GET ${path} HTTP/1.1\r\nHost: bench\r\n${headers}\r\n`;
  const always = (/** @type {string} */ request) => () => request;
  const gzip = 'Accept-Encoding: gzip\r\n';
  const member = () => `Authorization: Bearer ${tokens[Math.floor(Math.random() * tokens.length)]}\r\n`;
  const tip = () => {
    const body = '{"amount":0.000001}';
    const post = 1 + Math.floor(Math.random() * MEMBERS * POSTS_OF_EACH);
    // The tipper must not be the author: each member wrote POSTS_OF_EACH posts in a row.
    const token = tokens[(Math.floor((post - 1) / POSTS_OF_EACH) + 1) % MEMBERS];
    return `POST /api/posts/${post}/like HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  const mixed = () => {
    const drawn = Math.random() * 100;
    if (drawn < MIX.visitors) return get(FEED);
    return drawn < MIX.members ? get(FEED, member()) : tip();
  };
  const ok = 200;
  return {
    'bare Fastify': { port: yardsticks.bare, nextRequest: always(get(FEED)), status: ok },
    feed: { port: gateway, nextRequest: always(get(FEED)), status: ok },
    'feed, half of its peak': { port: gateway, nextRequest: always(get(FEED)), status: ok, halfOf: 'feed' },
    'bare Fastify, as many': {
      port: yardsticks.bare,
      nextRequest: always(get(FEED)),
      status: ok,
      halfOf: 'feed',
    },
    'bare Fastify, gzip': { port: yardsticks.bareGzip, nextRequest: always(get(FEED)), status: ok },
    'feed, gzip': { port: gateway, nextRequest: always(get(FEED, gzip)), status: ok },
    'feed, 304': { port: gateway, nextRequest: always(get(FEED, `If-None-Match: ${etag}\r\n`)), status: 304 },
    'feed, not kept': { port: gateway, nextRequest: always(get(FEED_UNKEPT)), status: ok },
    'feed, by a member': { port: gateway, nextRequest: () => get(FEED, member()), status: ok },
    'nginx, a file': { port: nginx, nextRequest: always(get('/static/feed.json')), status: ok },
    'nginx, feed': { port: nginx, nextRequest: always(get(FEED)), status: ok },
    'nginx, feed, half of its peak': {
      port: nginx,
      nextRequest: always(get(FEED)),
      status: ok,
      halfOf: 'nginx, feed',
    },
    'nginx, feed, gzip': { port: nginx, nextRequest: always(get(FEED, gzip)), status: ok },
    tips: { port: gateway, nextRequest: tip, status: ok },
    'mixed day': { port: gateway, nextRequest: mixed, status: ok },
  };
}

/** @param {Row} row @param {Record<string, Measured[]>} results */
function offeredTo({ halfOf }, results) {
  if (halfOf === undefined) return undefined;
  const peak = results[halfOf]?.at(-1)?.rate;
  if (peak === undefined) throw new Error(`"${halfOf}" is to be among the rows.`);
  return peak / 2;
}

/** @param {Record<string, Measured[]>} results */
function print(results) {
  const bare = results['bare Fastify'] ?? [];
  const columns = ['gateway', 'posts', 'postgres', 'nats', 'redis', 'load'];
  const lines = Object.entries(results).map(([name, found]) => {
    const ratios = found.map(({ rate }, round) => rate / (bare[round]?.rate ?? NaN));
    const ratio = median(ratios, (each) => each) ?? NaN;
    const middle = median(found, ({ rate }) => rate);
    const cpu = columns.map((column) => (middle?.cpu[column] ?? 0).toFixed(0));
    const { rate = 0, p50 = 0, p99 = 0, rejected = 0, shed = 0 } = middle ?? {};
    return [
      name,
      rate.toFixed(0),
      `${ratio.toFixed(2)}×`,
      p50.toFixed(1),
      p99.toFixed(1),
      String(rejected + shed || ''),
      ...cpu,
    ];
  });
  const head = ['', 'a second', '× bare', 'p50 ms', 'p99 ms', 'rejected', ...columns];
  console.log(
    `\n${table([head, ...lines])}\nThe columns from gateway on: CPU per request in microseconds; ratios are medians of the rounds'.`,
  );
}

/**
 * Checks that every way to the feed returns the same bytes.
 * @param {Stack} stack
 * @param {Buffer} feed
 * @param {string} token
 * @param {boolean} [tipped] true after sums have changed: the ways are only compared with each other
 */
async function checkBytes(stack, feed, token, tipped = false) {
  const [gateway, nginx] = [stack.port(GATEWAY_PORT), stack.port(WEB.port)];
  // By then, pending sums have arrived and cached responses are renewed.
  await sleep(2500);
  const wanted = tipped ? await bytesOf(gateway, FEED_UNKEPT) : feed;
  const ways = {
    kept: await bytesOf(gateway, FEED),
    'kept, once more': await bytesOf(gateway, FEED),
    'not kept': await bytesOf(gateway, FEED_UNKEPT),
    'by a member': await bytesOf(gateway, FEED, { authorization: `Bearer ${token}` }),
    nginx: await bytesOf(nginx, FEED),
  };
  for (const [way, bytes] of Object.entries(ways))
    if (!bytes.equals(wanted)) throw new Error(`The feed has other bytes: ${way}.`);
}

/**
 * @param {Buffer} body
 * @returns {Promise<{ port: number, child: import('node:child_process').ChildProcess }>}
 */
async function startBare(body) {
  const child = fork(new URL('bare.mjs', import.meta.url), ['/api/posts/best', body.toString('base64')]);
  const [port] = await once(child, 'message');
  return { port, child };
}

/** @param {Stack} stack @param {number} member @returns {Promise<string>} the token of their session */
async function signedIn(stack, member) {
  const password = 'a long bench password';
  const name = `bench_${member}`;
  const form = { username: name, email: `${name}@example.org`, password, ref: null };
  const joined = await call(stack, '/api/auth/register', { json: form });
  if (joined.status === 200) return joined.body.token;
  return (await call(stack, '/api/auth/login', { json: { emailOrUser: name, password } })).body.token;
}

/** Waits until all posts are published. @param {Stack} stack */
async function untilPublished(stack) {
  const last = MEMBERS * POSTS_OF_EACH;
  for (let look = 0; look < 100; look += 1) {
    const { status } = await call(stack, `/api/posts/${last}`);
    if (status === 200) return;
    await sleep(300);
  }
  throw new Error('the posts are not published');
}

/** @param {number} port @param {string} path @param {Record<string, string>} [headers] */
async function bytesOf(port, path, headers = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers,
    signal: AbortSignal.timeout(10_000),
  });
  return Buffer.from(await response.arrayBuffer());
}

/** @param {Stack} stack */
async function etagOf(stack) {
  const response = await fetch(`http://127.0.0.1:${stack.port(GATEWAY_PORT)}${FEED}`);
  return response.headers.get('etag') ?? '';
}

/**
 * Returns about 1,200 characters that the automatic check does not take for a repeated word.
 * @param {number} member
 * @param {number} post
 */
function essay(member, post) {
  const line = (/** @type {unknown} */ _, /** @type {number} */ index) =>
    `Paragraph ${index + 1} of post ${post} by member ${member}, about place ${index * 7 + post} and what was found there.`;
  return Array.from({ length: 12 }, line).join('\n\n');
}
