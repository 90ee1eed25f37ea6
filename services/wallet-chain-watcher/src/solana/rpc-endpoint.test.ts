import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { RpcEndpoint } from './rpc-endpoint.js';
import { RpcFailure } from './rpc-failure.js';

const MINUTE_MS = 60_000;
const call = z.object({ id: z.int() });
const request = z.union([call, z.array(call)]);

describe('batches of an endpoint', () => {
  let server: Server;
  let endpoint: RpcEndpoint;
  /** Number of calls in each request since the last reset. */
  let sizes: number[];
  /** Number of responses to a batch beyond those that were asked for. */
  let extra: number;
  /** JSON-RPC error of every call that it answers; null for none. */
  let failsWith: number | null;
  /** Requests that the endpoint answers. */
  let serves: 'all' | 'single calls' | 'single calls, as the protocol says' | 'none';

  beforeEach(async () => {
    [sizes, extra, failsWith, serves] = [[], 0, null, 'all'];
    server = createServer((incoming, outgoing) => {
      void text(incoming).then((body) => {
        const asked = request.parse(JSON.parse(body));
        sizes.push(Array.isArray(asked) ? asked.length : 1);
        const respond = ({ id }: { id: number }) => ({
          ...{ jsonrpc: '2.0', id },
          ...(failsWith === null ? { result: 1 } : { error: { code: failsWith } }),
        });
        const error = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No batches.' } };
        const answerAll = (calls: { id: number }[]) =>
          serves === 'single calls, as the protocol says' ? error : calls.map(respond);
        const said = Array.isArray(asked) ? answerAll([...asked, ...asked.slice(0, extra)]) : respond(asked);
        const status = serves === 'single calls' && Array.isArray(asked) ? 403 : 200;
        if (serves !== 'none') outgoing.writeHead(status).end(JSON.stringify(said));
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    open(10_000);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    endpoint.close();
    server.closeAllConnections();
    server.close();
  });

  /** Makes an endpoint with this timeout for a response. */
  function open(timeoutMs: number): void {
    endpoint = new RpcEndpoint({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      timeoutMs,
      concurrency: 8,
      onFailure: () => undefined,
    });
  }

  /** Returns the sizes of the requests in which this number of calls is made. */
  async function sizesOf(calls: number): Promise<number[]> {
    sizes = [];
    await endpoint.batch(
      'anything',
      Array.from({ length: calls }, () => []),
      z.int(),
    );
    return sizes;
  }

  it('grow again after an outage in which few calls were due', async () => {
    open(1500);
    serves = 'none';
    expect(await sizesOf(2)).toEqual([2, 1, 1]);
    serves = 'all';
    for (let round = 0; round < 4; round += 1) await sizesOf(100);
    expect(await sizesOf(100)).toEqual([25, 25, 25, 25]);
  });

  it.each([
    ['by a status', 'single calls'],
    ['by one error for the whole', 'single calls, as the protocol says'],
  ] as const)('are tried again some minutes after one was rejected %s', async (_, rejects) => {
    serves = rejects;
    expect(await sizesOf(3)).toEqual([3, 1, 1, 1]);
    serves = 'all';
    expect(await sizesOf(3)).toEqual([1, 1, 1]);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 5 * MINUTE_MS);
    expect(await sizesOf(3)).toEqual([3]);
  });

  it.each([
    ['unreadable', -32015, 'of a version that was not asked for'],
    ['rejected', -32602, 'by any other error'],
  ])('fail as %s where no call is answered otherwise than by the error %d, %s', async (kind, code) => {
    failsWith = code;
    for (const calls of [[[]], [[], []]]) {
      const failure = expect.objectContaining({ kind, code }) as RpcFailure;
      expect(await endpoint.batch('anything', calls, z.int())).toEqual(calls.map(() => ({ failure })));
    }
  });

  it('fail when they are answered by more than was asked', async () => {
    extra = 1;
    const [result] = await endpoint.batch('anything', [[], []], z.int());
    expect(result).toMatchObject({ failure: { kind: 'unreachable' } });
  });
});

it('the text of a failure is short, whatever an endpoint writes', () => {
  expect(new RpcFailure('rejected', 'no'.repeat(1_000_000)).message).toHaveLength(1000);
});
