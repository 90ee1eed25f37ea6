import type { Database, Tx } from '@likewell/service-kit/database/database';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { DepositNotifier } from '../deposits/deposit-notifier.js';
import type { DepositQueue } from '../deposits/deposit-queue.js';
import type { HistoryRow } from '../solana/chain-transaction.js';
import type { Chain } from '../solana/chain.js';
import type { RpcEndpoint } from '../solana/rpc-endpoint.js';
import { HistoryReader, Position } from './history-reader.js';

const PAGES = 10_000;
const STORED = { added: 0, raised: 0, renewed: 0, newestJudged: null };
const walk = { account: 'A', version: 1, renew: () => Promise.resolve({ name: 'scan', fence: '1' }) };
const endpoint = { name: 'one.example' } as RpcEndpoint;

/** Reads a history in which each row is a page, named by its slot. */
function readerOf(rows: number, stored: (page: readonly HistoryRow[]) => void) {
  const history = (_: RpcEndpoint, __: string, before: string | null) => {
    const slot = before === null ? rows : Number(before) - 1;
    return Promise.resolve(slot === 0 ? [] : [{ signature: String(slot), slot }]);
  };
  const tx = { query: () => Promise.resolve([{}]) } as unknown as Tx;
  const transaction = (work: (tx: Tx) => Promise<unknown>) => work(tx);
  const store = (_: Tx, page: readonly HistoryRow[]) => {
    stored(page);
    return Promise.resolve(STORED);
  };
  return new HistoryReader(
    { history } as unknown as Chain,
    { transaction } as unknown as Database,
    { store, isFull: () => Promise.resolve(false) } as unknown as DepositQueue,
    new DepositNotifier(),
    createLogger('test', 'silent'),
    { backlogPauseMs: 0 },
  );
}

it('a history is read to its last row, whatever the number of its pages', async () => {
  let stored = 0;
  const reader = readerOf(PAGES, (page) => (stored += page.length));
  const isOver = await reader.readOn(walk, new Position(endpoint), Infinity, () => false);
  expect([isOver, stored]).toEqual([true, PAGES]);
});

it('the next call goes on below what has been stored', async () => {
  const slots: number[] = [];
  const reader = readerOf(5, (page) => slots.push(...page.map(({ slot }) => slot)));
  const position = new Position(endpoint);
  const calls: boolean[] = [];
  while (calls.at(-1) !== true) calls.push(await reader.readOn(walk, position, 0, () => false));
  expect([calls.length, slots]).toEqual([6, [5, 4, 3, 2, 1]]);
});
