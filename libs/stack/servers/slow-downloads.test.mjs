// @ts-check
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse, parseAllDocuments } from 'yaml';
import { CHECKOUT } from '../state/stack-folder.mjs';
import { MAX_READS, MAX_READS_OF_NETWORK, startNginx } from './start-nginx.mjs';

const PAGE = '/api/giveaways/7/proof';
const PROOF = `${PAGE}?download=1`;
const EXPORT = '/api/users/me/export/download';
const FEED = '/api/posts/long';
const DOCS = '/api/docs/swagger-ui-bundle.js';
const PICTURE = '/api/avatars/long.webp';
const MOST_OF_A_NETWORK = {
  ...{ [PROOF]: 3, [EXPORT]: 8, [DOCS]: 8, [PICTURE]: 128 },
  [FEED]: MAX_READS_OF_NETWORK,
};
const MOST_READS_OF_A_SITE = 256;
const MOST_EXPORTS_OF_A_SESSION = 2;
const MOST_PROOFS = 48;
const MOST_EXPORTS = 24;
const MOST_DOCS = 64;
const MOST_PICTURES = 1024;
const PHOTO = '/api/users/avatar';
const POST = '/api/posts';
/** The longest bodies that nginx takes, how many of them a network may send at once, a site of IPv6, and all. */
const BODIES = {
  [PHOTO]: { longest: 2 * 1024 * 1024, ofNetwork: 8, ofSite: 16, ofAll: 32 },
  [POST]: { longest: 160 * 1024, ofNetwork: 32, ofSite: 128, ofAll: 256 },
};
const MIB = 1024 * 1024;
/** Bytes of a file that nginx keeps of a response. */
const KEPT = 2 * MIB;
/** Bytes of nginx's buffers for the largest avatar. */
const OF_A_PICTURE = 3 * 32 * 1024;
/** Bytes that nginx and the kernel buffer of a response beyond that file. */
const BUFFERED = 24 * MIB;

/** Bytes that were taken from the last endless response. */
let taken = 0;
/** Downloads that are under way. */
let underWay = 0;
/** @type {import('node:net').Socket[]} */
const readers = [];
/** The beginning of the last response. */
let lastResponse = '';
/** @type {Awaited<ReturnType<typeof startNginx>>} */
let nginx;
before(async () => {
  const piece = Buffer.alloc(MIB / 4);
  // Hardly smaller when it is compressed.
  const text = Buffer.from(randomBytes(MIB).toString('base64'));
  const gateway = createServer(({ url = '', method }, response) => {
    if (method !== 'GET') return response.end('{}');
    const isLong = [FEED, DOCS, PICTURE].includes(url);
    if (!isLong && url !== EXPORT && !/download|%|#/.test(url)) return response.end('{}');
    underWay += 1;
    response.on('close', () => (underWay -= 1));
    if (isLong) {
      // Without its last byte, so that it is under way until its reader leaves, however much the kernel takes.
      const begun = url === PICTURE ? text.subarray(0, MIB / 16) : text;
      const headers = { 'content-type': 'application/json', 'content-length': begun.length + 1 };
      return response.writeHead(200, headers).write(begun);
    }
    taken = 0;
    const send = () => {
      while (!response.destroyed && taken < 10 * BUFFERED) {
        taken += piece.length;
        if (!response.write(piece) || url !== EXPORT) return;
      }
    };
    if (url === EXPORT) response.on('drain', send);
    send();
  });
  nginx = await startNginx(gateway, '127.0.0.1');
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.destroy();
  const end = performance.now() + 30_000;
  while (underWay > 0 && performance.now() < end) await sleep(20);
  assert.equal(underWay, 0);
});
after(() => nginx.end());

/**
 * Begins a request of this address without reading more than the first KiB of the response, and returns its
 * status. For a client that reads on a while the kernel would take a whole response in advance, as loopback has
 * windows of megabytes.
 * @param {string} path
 * @param {string} [address]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<number>}
 */
const begin = (path, address = '203.0.113.1', headers = {}) =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(nginx.origin);
    const buffer = Buffer.alloc(1024);
    const callback = (/** @type {number} */ length) => {
      lastResponse = buffer.toString('utf8', 0, length);
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(lastResponse)?.[1]));
      return false;
    };
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer, callback } });
    readers.push(socket.on('error', reject));
    const lines = Object.entries({ host: hostname, ...headers, 'x-forwarded-for': address });
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.map((line) => `${line.join(': ')}\r\n`).join('')}\r\n`);
  });

/**
 * Begins a download of each address, one after the other, and returns how many of them began before one was rejected.
 * @param {number} count
 * @param {(index: number) => string} addressOf
 * @param {string} [path]
 * @param {Record<string, string>} [headers]
 */
async function beginMany(count, addressOf, path = PROOF, headers = {}) {
  for (let index = 0; index < count; index += 1)
    if ((await begin(path, addressOf(index), headers)) !== 200) return index;
  return count;
}
const eachInItsNetwork = (/** @type {number} */ index) => `2001:db8:${index}::1`;

// The first, as nginx returns little of the memory that another test had it take.
test('long responses that nobody reads, as many as may be, fit in the memory of the container', async () => {
  const gzip = { 'accept-encoding': 'gzip' };
  const atRest = memory();
  const ofOne = () => '203.0.113.1';
  const readers = await beginMany(MOST_OF_A_NETWORK[FEED] + 1, ofOne, FEED, gzip);
  assert.equal(readers, MOST_OF_A_NETWORK[FEED]);
  for (const path of ['/api/posts/new', '/api//posts/%6Eew?x=1']) assert.equal(await begin(path), 503, path);
  assert.equal(lastCode(), 'OVERLOADED');
  // Whose page is not told whose its session is may be signed out.
  for (const path of ['/api/auth/me', '/api/avatars/7.webp', '/settings.json'])
    assert.equal(await begin(path), 200, path);
  assert.equal(await begin(FEED, '203.0.113.2'), 200);
  assert.equal(await beginMany(MOST_OF_A_NETWORK[DOCS], ofOne, DOCS, gzip), MOST_OF_A_NETWORK[DOCS]);
  const { heap, files } = await settledMemory();
  assert.equal(files, 0);
  const ofEach = (heap - atRest.heap) / (readers + 1 + MOST_OF_A_NETWORK[DOCS]);
  assert.ok(ofEach > MIB / 8, `${ofEach} bytes of each are nothing yet`);
  for (const { name, limit, tmp } of containers()) {
    const all = atRest.heap + (MAX_READS + MOST_DOCS) * ofEach + MOST_PICTURES * OF_A_PICTURE + tmp;
    // The kernel has the rest: it keeps 0.4 MiB of each, as much as nginx.
    assert.ok(all <= (limit * 2) / 3, `${name}: ${Math.ceil(all / MIB)} MiB`);
  }
});

test('of a download that nobody reads nginx keeps little', async () => {
  await begin(EXPORT);
  for (let before = -1; before !== taken;) {
    before = taken;
    await sleep(300);
  }
  assert.ok(taken < BUFFERED, `${taken} bytes`);
});

test('an address has some downloads at once, however spelled, and everything else beside them', async () => {
  const ofOne = () => '203.0.113.1';
  for (const path of /** @type {const} */ ([PROOF, EXPORT])) {
    const most = MOST_OF_A_NETWORK[path];
    assert.equal(await beginMany(most + 1, ofOne, path), most);
  }
  for (const path of [
    `${EXPORT}?x=1`,
    '/api/users//me/%65xport/download',
    `${PAGE}?%64ownload=1`,
    `${PAGE}?download=%31`,
    `${PAGE}#download=1`,
    '/api//giveaways/%37/%70roof?cursor=&download=1',
  ])
    assert.equal(await begin(path), 503, path);
  for (const path of [PAGE, `${PAGE}?cursor=eyJhIjoxfQ`, `${PAGE}?download=0`, '/api/posts/new'])
    assert.equal(await begin(path), 200, path);
  for (const path of [PROOF, EXPORT]) assert.equal(await begin(path, '203.0.113.2'), 200, path);
});

test('addresses of one /64 share the downloads, those of another have their own', async () => {
  const inOne = (/** @type {number} */ index) => `2001:db8:0:1:${index}::1`;
  assert.equal(await beginMany(MOST_OF_A_NETWORK[PROOF] + 1, inOne), MOST_OF_A_NETWORK[PROOF]);
  assert.equal(await begin(PROOF, '2001:db8:0:2::1'), 200);
});

test('an address of IPv4 is its own network when it is written as IPv6, too', async () => {
  const mapped = (/** @type {number} */ index) => `::ffff:203.0.113.${index}`;
  assert.equal(await beginMany(MOST_OF_A_NETWORK[PROOF] + 1, mapped), MOST_OF_A_NETWORK[PROOF] + 1);
});

test('proofs, which anybody may download, leave members the places of their exports', async () => {
  assert.equal(await beginMany(MOST_PROOFS + 1, eachInItsNetwork), MOST_PROOFS);
  assert.equal(await begin(EXPORT, '203.0.113.2'), 200);
});

test('a read that announces a body is rejected, and holds no place while nothing comes', async () => {
  const { hostname, port } = new URL(nginx.origin);
  const reads = [EXPORT, PROOF, FEED, DOCS, '/api/posts/new', '/api/auth/me', '/api/users/avatar'];
  for (const [path, announced] of reads.flatMap((each) => [
    [each, 'Content-Length: 10'],
    ...([EXPORT, PROOF].includes(each) ? [[each, 'Transfer-Encoding: chunked']] : []),
  ])) {
    const sockets = await Promise.all(
      Array.from({ length: MOST_OF_A_NETWORK[EXPORT] }, async () => {
        const socket = connect({ host: hostname, port: Number(port) });
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: likewell.test\r\nX-Forwarded-For: 203.0.113.1\r\n${announced}\r\n\r\n`,
        );
        const [head] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) });
        return { socket, head: String(head) };
      }),
    );
    for (const { head } of sockets) assert.match(head, /^HTTP\/1\.1 400 /);
    assert.equal(await begin(/** @type {string} */ (path)), 200);
    for (const { socket } of sockets) socket.destroy();
  }
});

test('a read whose proxy did not know yet that nothing follows is served', async () => {
  const { hostname, port } = new URL(nginx.origin);
  for (const path of ['/api/posts/new', '/api/auth/me', DOCS]) {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: likewell.test\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    );
    const [head] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) });
    assert.match(String(head), /^HTTP\/1\.1 200 /, path);
    socket.destroy();
  }
});

test('a body of no bytes is none', async () => {
  for (const path of [PROOF, EXPORT, '/api/posts/new'])
    assert.equal(await begin(path, '203.0.113.1', { 'content-length': '0' }), 200, path);
});

test('all downloads together leave room in /tmp for the bodies of requests', async () => {
  assert.equal(await beginMany(MOST_EXPORTS + 1, eachInItsNetwork, EXPORT), MOST_EXPORTS);
  assert.equal(await beginMany(MOST_PROOFS + 1, eachInItsNetwork), MOST_PROOFS);
  assert.equal(await begin(PAGE), 200);
  const bodies = Object.values(BODIES).reduce((sum, { longest, ofAll }) => sum + longest * ofAll, 0);
  for (const { name, tmp } of containers())
    assert.ok((MOST_PROOFS + MOST_EXPORTS) * KEPT + bodies <= tmp, name);
});

/**
 * Announces a body without sending it, and returns 100 if nginx waits for it, or the status of the rejection.
 * @param {string} path
 * @param {string} address
 * @param {string} length header that tells it
 * @returns {Promise<number>}
 */
async function announce(path, address, length) {
  const { hostname, port } = new URL(nginx.origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  readers.push(socket);
  const lines = ['Host: likewell.test', `X-Forwarded-For: ${address}`, 'Expect: 100-continue', length];
  socket.write(`PUT ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const [head] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) });
  lastResponse = String(head);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(lastResponse)?.[1]);
}

test('bodies that come slowly leave others their places, and room in /tmp', async () => {
  for (const [path, { longest, ofNetwork, ofSite, ofAll }] of Object.entries(BODIES)) {
    const length = `Content-Length: ${longest}`;
    assert.equal(await announce(path, '203.0.113.1', `Content-Length: ${longest + 1}`), 413, path);
    const announceMany = async (/** @type {number} */ count, /** @type {(index: number) => string} */ of) => {
      for (let index = 0; index < count; index += 1)
        if ((await announce(path, of(index), length)) !== 100) return index;
      return count;
    };
    assert.equal(await announceMany(ofNetwork + 1, () => '203.0.113.1'), ofNetwork, path);
    assert.equal(lastCode(), 'OVERLOADED');
    assert.equal(await announce(path.replace('api/', 'api//'), '203.0.113.1', length), 503);
    assert.equal(await announceMany(ofSite + 1, (index) => `2001:db9:0:${index}::1`), ofSite, path);
    const others = ofAll - ofNetwork - ofSite;
    assert.equal(await announceMany(others + 1, eachInItsNetwork), others, path);
    assert.equal(await announce(path, '203.0.113.2', length), 503);
  }
  for (const length of ['Content-Length: 7999', 'Content-Length: 00000007999'])
    assert.equal(await announce(POST, '203.0.113.1', length), 100, length);
  for (const length of ['Content-Length: 8000', 'Content-Length: 00000008000', 'Transfer-Encoding: chunked'])
    assert.equal(await announce(POST, '203.0.113.2', length), 503, length);
  for (const path of ['/api/docs/', '/api/auth/google']) {
    assert.equal(await announce(path, '203.0.113.1', 'Transfer-Encoding: chunked'), 503, path);
    assert.equal(lastCode(), 'OVERLOADED');
    assert.equal(await announce(path, '203.0.113.1', 'Content-Length: 8193'), 413, path);
    assert.equal(lastCode(), 'BODY_TOO_LARGE');
  }
  assert.equal(await begin(PAGE), 200);
});

test('the exports of one session, from however many networks, leave all others their places', async () => {
  const withToken = (/** @type {string} */ letter, scheme = 'Bearer') => ({
    authorization: `${scheme} ${letter.repeat(43)}`,
  });
  const begun = await beginMany(MOST_EXPORTS, eachInItsNetwork, EXPORT, withToken('a'));
  assert.equal(begun, MOST_EXPORTS_OF_A_SESSION);
  assert.equal(await begin(EXPORT, '203.0.113.1', withToken('a', 'bEARER')), 503);
  assert.equal(await begin(EXPORT, '203.0.113.1', withToken('b')), 200);
  assert.equal(await begin(EXPORT, '203.0.113.1'), 200);
  assert.equal(await begin(PAGE, '203.0.113.1', withToken('a')), 200);
});

test('of the files that describe the API a network, and all together, have some at once', async () => {
  const ofOne = () => '203.0.113.1';
  assert.equal(await beginMany(MOST_OF_A_NETWORK[DOCS] + 1, ofOne, DOCS), MOST_OF_A_NETWORK[DOCS]);
  assert.equal(await begin('/api//%64ocs/'), 503);
  assert.equal(lastCode(), 'OVERLOADED');
  const others = MOST_DOCS - MOST_OF_A_NETWORK[DOCS];
  assert.equal(await beginMany(others + 1, eachInItsNetwork, DOCS), others);
  assert.equal(await begin(PAGE), 200);
});

test('of avatars an address or a site of IPv6, and all together, take some at once, and none of the places of reads', async () => {
  const most = MOST_OF_A_NETWORK[PICTURE];
  assert.equal(await beginMany(most + 1, () => '203.0.113.1', PICTURE), most);
  assert.equal(await beginMany(most + 1, (index) => `2001:db8:1:${index}::1`, PICTURE), most);
  assert.equal(await begin('/api//%61vatars/7.webp'), 503);
  assert.equal(lastCode(), 'OVERLOADED');
  const others = MOST_PICTURES - 2 * most;
  const eachInASite = (/** @type {number} */ index) => `2001:db8:${(index + 2).toString(16)}::1`;
  assert.equal(await beginMany(others + 1, eachInASite, PICTURE), others);
  assert.equal(await begin(FEED), 200);
});

test('a site of IPv6, however many networks it has, leaves all others half of the reads', async () => {
  const inOne = (/** @type {number} */ index) => `2001:db8:1:${index}::1`;
  assert.equal(await beginMany(MOST_READS_OF_A_SITE + 1, inOne, FEED), MOST_READS_OF_A_SITE);
  for (const address of ['2001:db8:2::1', '203.0.113.1']) assert.equal(await begin(FEED, address), 200);
});

test('no crowd of networks takes more reads than there are places for', async () => {
  const crowd = await Promise.all(
    Array.from({ length: MAX_READS }, (_, index) => begin(FEED, eachInItsNetwork(index))),
  );
  assert.deepEqual(new Set(crowd), new Set([200]));
  assert.equal(await begin(PAGE), 503);
  assert.equal(await begin('/settings.json'), 200);
});

/** Bytes that the workers of nginx hold: their own memory, and files in /tmp without a name. */
function memory() {
  const children = readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8').trim().split(' ');
  let [heap, files] = [0, 0];
  for (const child of children) {
    const [, kib] = /^Anonymous: +(\d+) kB$/m.exec(readFileSync(`/proc/${child}/smaps_rollup`, 'utf8')) ?? [];
    heap += Number(kib) * 1024;
    for (const descriptor of readdirSync(`/proc/${child}/fd`)) {
      const open = statSync(`/proc/${child}/fd/${descriptor}`, { throwIfNoEntry: false });
      if (open?.isFile() && open.nlink === 0) files += open.size;
    }
  }
  return { heap, files };
}

/** Returns the memory of nginx once it has not grown for two seconds. */
async function settledMemory() {
  for (let [before, equal] = [memory(), 0]; ;) {
    await sleep(500);
    const now = memory();
    equal = now.heap === before.heap ? equal + 1 : 0;
    if (equal === 4) return now;
    before = now;
  }
}

/** Returns the code of the error that is the last response. */
const lastCode = () => JSON.parse(lastResponse.split('\r\n\r\n')[1] ?? '').code;

/** Bytes of memory that nginx may take in a container, of which so many are /tmp. */
function containers() {
  const text = (/** @type {string} */ path) => readFileSync(join(CHECKOUT, path), 'utf8');
  const { web } = parse(text('docker-compose.yml'), { merge: true, maxAliasCount: -1 }).services;
  const [, tmp] = /^\/tmp:.*size=(\d+m)/.exec(web.tmpfs[0]) ?? [];
  const [deployment] = parseAllDocuments(text('k8s/base/processes/web.yaml'));
  const { containers, volumes } = deployment?.toJS().spec.template.spec ?? {};
  return [
    { name: 'docker-compose.yml', limit: bytes(web.mem_limit), tmp: bytes(tmp) },
    {
      name: 'k8s',
      limit: bytes(containers[0].resources.limits.memory),
      tmp: bytes(volumes[0].emptyDir.sizeLimit),
    },
  ];
}
/** @param {string} [size] such as 256Mi or 1g */
function bytes(size = '') {
  return parseInt(size) * MIB * (/g/i.test(size) ? 1024 : 1);
}
