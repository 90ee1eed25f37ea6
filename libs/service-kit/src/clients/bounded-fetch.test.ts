import { once, setMaxListeners } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { boundedFetch } from './bounded-fetch.js';

const CALLS = 50;
/** Calls until V8 compiles their code for speed; compiled code keeps no reference longer than it needs it. */
const WARM_UPS = 1000;

let server: Server;
let url: string;
beforeAll(async () => {
  // `/silent` never sends a response; `/begun` sends the beginning of one and nothing more.
  server = createServer((request, response) => {
    if (request.url === '/answered') response.end('x');
    else if (request.url === '/begun') response.writeHead(200, { 'content-length': 100 }).write('x');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** A call that a pause of the machine makes late has run the same code. */
async function warmUp(ask: ReturnType<typeof boundedFetch>): Promise<void> {
  for (let index = 0; index < WARM_UPS; index += 1)
    await ask(`${url}/answered`, { signal: new AbortController().signal }).catch(() => undefined);
}

/** Runs `work` while garbage is collected every 20 ms. */
async function amidGarbage<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const timer = setInterval(collect, 20);
  return work().finally(() => {
    clearInterval(timer);
  });
}

const reasonsOf = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((result) =>
    result.status === 'rejected' ? (result.reason as Error).name : 'answered',
  );

it.each(['/silent', '/begun'])(
  'a call to %s ends in time, however much garbage is collected',
  async (path) => {
    const ask = boundedFetch(1500);
    await warmUp(ask);
    const reasons = await amidGarbage(() =>
      reasonsOf(
        Array.from({ length: CALLS }, (_, index) =>
          ask(url + path, index % 2 === 0 ? {} : { signal: new AbortController().signal }),
        ),
      ),
    );
    expect(reasons).toEqual(Array.from({ length: CALLS }, () => 'TimeoutError'));
  },
);

it.each(['/silent', '/begun'])('a call to %s ends with the signal of its caller', async (path) => {
  const ask = boundedFetch(60_000);
  await warmUp(ask);
  const caller = new AbortController();
  // One caller signal has many listeners here, which Node would report as a leak.
  setMaxListeners(CALLS, caller.signal);
  const calls = Array.from({ length: CALLS }, () => ask(url + path, { signal: caller.signal }));
  const reasons = amidGarbage(() => reasonsOf(calls));
  setTimeout(() => {
    caller.abort();
  }, 300);
  expect(await reasons).toEqual(Array.from({ length: CALLS }, () => 'AbortError'));
});

it('a call whose caller has given up is not made', async () => {
  await expect(boundedFetch(60_000)(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
});
