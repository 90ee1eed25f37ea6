import { likePost, onePost } from '@likewell/contracts/gateway/posts';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { fastify, type FastifyInstance } from 'fastify';
import { AppErrorFilter } from '../src/request/app-error.filter.js';
import { installBeforeRouter } from '../src/request/before-router.js';
import { respondToFrameworkError } from '../src/request/framework-error.js';
import { LoadShedder } from '../src/request/load-shedder.js';
import { installRequestPath } from '../src/request/request-path.js';
import { ResponseCache } from '../src/request/response-cache/response-cache.js';
import { TipAdmission } from '../src/request/tip-admission.js';

const FULL = { all: 0, tips: 0, uploads: 0, deposits: 0, drafts: 0 };
const WAIT_MS = 200;

let server: FastifyInstance;
let health: { draining: boolean };
let admission: TipAdmission;

/** Starts a server that has no place for any request. */
beforeEach(async () => {
  const logger = createLogger('test', 'silent');
  const shedder = new LoadShedder(FULL, logger);
  const metrics = new Metrics('test');
  health = { draining: false };
  server = fastify({ frameworkErrors: respondToFrameworkError(new AppErrorFilter(logger), health) });
  installRequestPath(server, { shedder, cache: new ResponseCache(), health, metrics, logger });
  server.get('/api/posts/:id', { config: { contract: onePost } }, () => ({}));
  server.post('/api/posts/:id/like', { config: { contract: likePost } }, () => ({}));
  const addressOf = () => '127.0.0.1';
  admission = new TipAdmission({ shedder, health, metrics, maxWaiting: 1, maxWaitMs: WAIT_MS, addressOf });
  installBeforeRouter(server.server, [admission.step]);
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => server.close());

/** Asks, and returns the status and what the response says of its connection. */
async function ask(method: string, path: string) {
  const response = await fetch(server.listeningOrigin + path, { method });
  return [response.status, response.headers.get('connection')];
}

const read = () => ask('GET', '/api/posts/1');
const unreadable = () => ask('GET', '/api/posts/%zz');
const tip = () => ask('POST', '/api/posts/1/like');

it('a rejection ends no connection of a gateway that goes on', async () => {
  expect(await Promise.all([read(), tip()])).toEqual([
    [503, 'keep-alive'],
    [503, 'keep-alive'],
  ]);
});

it('a rejection ends its connection once the gateway stops', async () => {
  health.draining = true;
  expect(await read()).toEqual([503, 'close']);
});

it('the rejection of a tip ends its connection once the gateway stops, also where the tip waited before', async () => {
  const waiting = tip();
  await vi.waitUntil(() => admission.waiting === 1);
  health.draining = true;
  expect(await waiting).toEqual([503, 'close']);
  await admission.drain();
  expect(await tip()).toEqual([503, 'close']);
});

it('what has no readable address ends its connection once the gateway stops, and no sooner', async () => {
  expect(await unreadable()).toEqual([400, 'keep-alive']);
  health.draining = true;
  expect(await unreadable()).toEqual([400, 'close']);
});
