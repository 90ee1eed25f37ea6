import { NodeProcess } from '@likewell/testing/node-process';
import { PostgresProxy, type StopPoint } from '@likewell/testing/postgres-proxy';
import type { Keypair } from '@solana/web3.js';
import { join } from 'node:path';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

const FOLDER = join(import.meta.dirname, '..');
const DEPOSITS = 45;
/** `CRASHES=all` dies in every place, otherwise in every fourth. */
const isDue = (_: unknown, place: number) => process.env.CRASHES === 'all' || place % 4 === 0;

/** The built watcher as a process of its own, killed where it hurts and started again. Needs `npm run build`. */
describe('a watcher that is killed', () => {
  let watcher: WatcherUnderTest;
  let proxy: PostgresProxy;
  let killed: NodeProcess;
  let member: Member;
  let wallet: Keypair;

  beforeAll(async () => {
    watcher = await WatcherUnderTest.start();
    member = await watcher.newMember();
    wallet = watcher.newWallet(1_000_000);
    await watcher.service.replica.stop();
    proxy = await PostgresProxy.to(watcher.service.schema.url);
    killed = await NodeProcess.prepare(FOLDER, {
      ...watcher.settings,
      DATABASE_URL: proxy.url,
      SCAN_PAGE_SIZE: '10',
      SCAN_INTERVAL_MS: '50',
      SOLANA_TIMEOUT_MS: '500',
    });
  });
  afterAll(async () => {
    await killed.stop();
    proxy.stop();
    await watcher.stop();
  });

  /** Half of them are final while it is down, the others come after it has died. */
  const send = () => {
    for (let index = 0; index < DEPOSITS; index += 1) watcher.deposit(wallet, BigInt(index + 1), member.memo);
    watcher.solana.skipSlots();
  };
  const restartAndExpectAll = async () => {
    watcher.solana.setFaults({});
    send();
    await killed.start();
    await watcher.expectAllCredited(60_000);
    await killed.stop();
  };

  const calls = [1, 2, 3, 4, 5, 6, 7].map((count) => ['getSignaturesForAddress', count] as const);
  const contents = [1, 12, 40].map((count) => ['getTransaction', count] as const);
  it.each([...calls, ...contents].filter(isDue))(
    'at call %s number %i leaves nothing out',
    async (method, count) => {
      send();
      let seen = 0;
      const struck = new Promise<void>((resolve) => {
        watcher.solana.setFaults({
          methods: [method],
          rewrite: (_, result) => {
            seen += 1;
            if (seen === count) {
              killed.signal('SIGKILL');
              resolve();
            }
            return result;
          },
        });
      });
      await killed.startUntil(struck);
      await killed.stop();
      await restartAndExpectAll();
    },
  );

  const statements = {
    'a page is stored': 'INSERT INTO deposit (signature, slot, state)\n       SELECT signature, max(slot)',
    'a verdict is stored': 'jsonb_to_recordset',
    'the ledger was told': 'UPDATE deposit SET state = $3',
    'the cursor moves': 'UPDATE scan SET reached_at',
    'work is taken': 'FOR UPDATE SKIP LOCKED',
  };
  const points: StopPoint[] = ['before-statement', 'before-commit', 'after-commit'];
  const places = Object.keys(statements).flatMap((name) => points.map((point) => [name, point] as const));
  it.each(places.filter(isDue))(
    'when %s, %s, leaves nothing out and credits nothing twice',
    async (name, point) => {
      send();
      const stopped = proxy.stopNext(statements[name as keyof typeof statements], point);
      await killed.startUntil(stopped.reached);
      killed.signal('SIGKILL');
      await killed.stop();
      stopped.disarm();
      await restartAndExpectAll();
    },
  );
});
