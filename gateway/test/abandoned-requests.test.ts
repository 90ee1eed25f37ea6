import { giveawayProof } from '@likewell/contracts/gateway/giveaways';
import { likePost, onePost } from '@likewell/contracts/gateway/posts';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { eventually } from '@likewell/testing/eventually';
import { fastify, type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { LoadShedder } from '../src/request/load-shedder.js';
import { readJson } from '../src/request/request-body.js';
import { installRequestPath } from '../src/request/request-path.js';
import { ResponseCache } from '../src/request/response-cache/response-cache.js';

const CAPACITY = { all: 10, tips: 5, uploads: 1, deposits: 1, drafts: 1 };
const FREE = { all: 0, tips: 0, uploads: 0, deposits: 0, drafts: 0 };
const TIP =
  'POST /api/posts/1/like HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"amount":1}';
const READ = 'GET /api/posts/1 HTTP/1.1\r\nHost: x\r\n\r\n';

const STREAM = 'GET /api/giveaways/1/proof HTTP/1.1\r\nHost: x\r\n';
const BODY = 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}';

let server: FastifyInstance;
let metrics: Metrics;
let shedder: LoadShedder;
let working: number;
let goOn: () => void;
let isToFail: boolean;

/** Starts a server whose handlers read the body and then work until the test lets them continue. */
beforeEach(async () => {
  const logger = createLogger('test', 'silent');
  shedder = new LoadShedder(CAPACITY, logger);
  metrics = new Metrics('test');
  const tools = { shedder, cache: new ResponseCache(), health: { draining: false }, metrics, logger };
  server = fastify();
  installRequestPath(server, tools);
  working = 0;
  isToFail = false;
  const work = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const handle = async () => {
    working += 1;
    await work;
    working -= 1;
    return {};
  };
  server.post('/api/posts/:id/like', { config: { contract: likePost } }, async (request) => {
    await readJson(request);
    return handle();
  });
  server.get('/api/posts/:id', { config: { contract: onePost } }, handle);
  server.get('/api/giveaways/:id/proof', { config: { contract: giveawayProof } }, async (request, reply) => {
    await readJson(request);
    return reply.send(Readable.from(pieces()));
  });
  /** Sends pieces until the test lets it continue; then it ends or, if the test says so, fails. */
  async function* pieces() {
    yield 'the first';
    await handle();
    if (isToFail) throw new Error('no more of it');
    yield 'the last';
  }
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => server.close());

/** Opens a connection, and returns its client's and its server's socket. */
async function dial() {
  const accepted = once(server.server, 'connection') as Promise<[Socket]>;
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  const [peer] = await accepted;
  return { client, peer };
}

/** Resolves when the socket closes, with or without an error. */
const closeOf = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
const reset = (client: Socket) => client.resetAndDestroy();
const close = (client: Socket) => client.destroy();

it.each([
  ['waits for its response', TIP, null],
  ['closes its connection once its body was read', TIP, close],
  ['resets it', TIP, reset],
  ['closes it and had sent a second request after the first', TIP + TIP, close],
  ['closes it and had sent no body', READ, close],
  ['closes it in the middle of a stream', `${STREAM}\r\n`, close],
  ['closes it in the middle of a stream once its body was read', STREAM + BODY, close],
])('the place of a client that %s is free when the work is done', async (_what, text, leave) => {
  const { client, peer } = await dial();
  client.write(text);
  await eventually(() => expect(working).toBe(text.split('HTTP/1.1').length - 1));
  if (leave) {
    const closed = closeOf(peer);
    leave(client);
    await closed;
  }
  goOn();
  await eventually(() => expect({ working, ...shedder.taken }).toEqual({ working: 0, ...FREE }));
  client.destroy();
});

it('a tip for which nobody waits any more keeps its place while it is worked on', async () => {
  const { client, peer } = await dial();
  client.write(TIP);
  await eventually(() => expect(working).toBe(1));
  const closed = closeOf(peer);
  client.destroy();
  await closed;
  expect(shedder.taken).toEqual({ ...FREE, all: 1, tips: 1 });
  goOn();
});

it.each([
  ['its client has left', 499, false],
  ['it has failed', 500, true],
])('a stream of which a part was sent when %s is counted once, as %i', async (_what, status, fails) => {
  const { client, peer } = await dial();
  client.write(STREAM + BODY);
  await once(client, 'data');
  isToFail = fails;
  const closed = closeOf(peer);
  if (!fails) client.destroy();
  else goOn();
  await closed;
  goOn();
  await eventually(() => expect({ working, ...shedder.taken }).toEqual({ working: 0, ...FREE }));
  const counted = (await metrics.httpServed.get()).values.filter(({ metricName }) =>
    metricName?.endsWith('_count'),
  );
  expect(counted).toMatchObject([{ value: 1, labels: { status: String(status) } }]);
});
