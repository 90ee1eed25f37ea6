import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import bs58 from 'bs58';
import { randomBytes } from 'node:crypto';
import { type z } from 'zod';
import type { WatcherConfig } from '../config.js';
import { Chain } from './chain.js';
import type { RpcEndpoint } from './rpc-endpoint.js';
import { RpcFailure } from './rpc-failure.js';

const PAGE_ROWS = 1000;
/** A memo that fills a transaction of version 1, in characters that JSON writes as six, and what stands beside it. */
const LONGEST_ROW_BYTES = 6 * 4096 + 400;
const config = { SCAN_PAGE_SIZE: PAGE_ROWS, SOLANA_RPC_URLS: [] as string[] } as Partial<WatcherConfig>;
const chain = new Chain(config as WatcherConfig, createLogger('test', 'silent'), new Metrics('test'));

/** An endpoint that responds with the result of `respond` to the options of the call. */
const endpointOf = (respond: (options: Record<string, unknown>) => unknown) => {
  const call = (_: string, params: unknown[], schema: z.ZodType) =>
    Promise.resolve(params.at(-1) as Record<string, unknown>).then((options) =>
      schema.parse(respond(options)),
    );
  const batch = async (method: string, params: unknown[][], schema: z.ZodType) =>
    Promise.all(params.map(async (each) => ({ value: await call(method, each, schema) })));
  return { call, batch } as unknown as RpcEndpoint;
};
const WRONG = Array.from({ length: 100_000 }, () => 1);
const madeUp = () => ({ signature: bs58.encode(randomBytes(64)), slot: 1 });

it.each<[string, (endpoint: RpcEndpoint) => Promise<unknown>, unknown]>([
  ['rows', (endpoint) => chain.history(endpoint, 'A', null), WRONG],
  ['statuses', (endpoint) => chain.statuses(endpoint, ['S'], false), { value: WRONG }],
  ['balances', (endpoint) => chain.tokenBalances(endpoint, new Map([['A', 'B']]), 0), { value: WRONG }],
])(
  'a response with more %s than were asked for is rejected before they are looked at',
  async (_, ask, wrong) => {
    const rejection: unknown = await ask(endpointOf(() => wrong)).catch((error: unknown) => error);
    expect((rejection as z.ZodError).issues).toHaveLength(1);
  },
);

it.each(['0'.repeat(88), bs58.encode(randomBytes(65)), bs58.encode(randomBytes(63))])(
  'a page with %s as a signature is none',
  async (signature) => {
    const endpoint = endpointOf(() => [madeUp(), { ...madeUp(), signature }]);
    await expect(chain.history(endpoint, 'A', null)).rejects.toThrow('is no signature');
  },
);

it('a page that is too long to be read is read again with fewer rows', async () => {
  const asked: unknown[] = [];
  const endpoint = endpointOf((options) => {
    asked.push(options);
    if (Number(options.limit) * LONGEST_ROW_BYTES > 4 * 1024 * 1024)
      throw new RpcFailure('oversized', 'the response is too long');
    return [madeUp()];
  });
  expect(await chain.history(endpoint, 'A', 'S')).toHaveLength(1);
  const options = { commitment: 'finalized', before: 'S' };
  expect(asked).toEqual([
    { ...options, limit: PAGE_ROWS },
    { ...options, limit: 150 },
  ]);
});

it('a transaction of version 1 is asked for as one that can be read', async () => {
  const endpoint = endpointOf(({ maxSupportedTransactionVersion: highest }) => {
    if (Number(highest) < 1)
      throw new RpcFailure('rejected', 'Transaction version (1) is not supported', -32015);
    return null;
  });
  expect(await chain.transactions(endpoint, ['S'])).toEqual([{ value: null }]);
});

it('the log says why an endpoint was not reached', async () => {
  let line = '';
  const logger = createLogger('test', 'debug', { write: (text) => void (line = text) });
  const nowhere = { ...config, SOLANA_RPC_URLS: ['http://127.0.0.1:1'], SOLANA_TIMEOUT_MS: 10_000 };
  const away = new Chain(nowhere as WatcherConfig, logger, new Metrics('away'));
  await expect(away.anyOf((endpoint) => away.genesisHash(endpoint))).rejects.toThrow('fetch failed');
  away.onApplicationShutdown();
  expect(line).toContain('bad port');
});
