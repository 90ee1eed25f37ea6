import { newPosts } from '@likewell/contracts/gateway/posts';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { installBeforeRouter } from '../before-router.js';
import { ResponseCache } from './response-cache.js';
import { respondFromCache } from './respond-from-cache.js';

const FEED = '/api/posts/new?cursor=';
const FROM_THE_ROUTER = 418;
const ADDRESS = '203.0.113.7';

let server: Server;
afterEach(() => server.close());

/**
 * Starts a server whose router responds 418 and whose cache has the feed; collects the addresses that were
 * counted for a limit.
 */
async function start({ draining = false, hasRoom = true }: { draining?: boolean; hasRoom?: boolean }) {
  const counted: string[] = [];
  const limiter = { takeUnawaited: (_name: string, address: string) => counted.push(address) > 0 && hasRoom };
  const cache = new ResponseCache();
  // Dated ahead, so that it is not to be renewed yet when a request comes late.
  cache.keep(FEED, Buffer.from('{}'), performance.now() + 60_000, newPosts);
  server = createServer((_request, response) => response.writeHead(FROM_THE_ROUTER).end());
  const metrics = new Metrics('test');
  installBeforeRouter(server, [
    respondFromCache({ cache, limiter, health: { draining }, metrics, addressOf: () => ADDRESS }),
  ]);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const status = async (init: RequestInit = {}) =>
    (await fetch(`http://127.0.0.1:${port}${FEED}`, init)).status;
  return { status, counted, metrics };
}

it('responds before the router, counts for the address that asks, and is among the metrics', async () => {
  const { status, counted, metrics } = await start({});
  expect(await status()).toBe(200);
  expect(counted).toEqual([ADDRESS]);
  expect(await metrics.registry.metrics()).toContain(
    'likewell_http_served_seconds_count{service="test",route="GET /api/posts/new",status="200"} 1',
  );
});

it.each([
  ['says who they are', {}, { headers: { authorization: 'Bearer x' } }],
  ['changes something', {}, { method: 'POST' }],
  ['asks for the head alone', {}, { method: 'HEAD' }],
  ['may be over their limit', { hasRoom: false }, {}],
  ['is to let go of a process that ends', { draining: true }, {}],
])('leaves to the router whoever %s', async (_who, world, init) => {
  const { status } = await start(world);
  expect(await status(init)).toBe(FROM_THE_ROUTER);
});
