import { eventually } from '@likewell/testing/eventually';
import { NodeProcess } from '@likewell/testing/node-process';
import { PostgresProxy, type StopPoint } from '@likewell/testing/postgres-proxy';
import type { Keypair } from '@solana/web3.js';
import { join } from 'node:path';
import { signatureHex } from '../src/solana/signature.js';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

const FOLDER = join(import.meta.dirname, '..');
const DEPOSITS = 45;
/** Crashes at every point with `CRASHES=all`, otherwise at every fourth. */
const isDue = (_: unknown, place: number) => process.env.CRASHES === 'all' || place % 4 === 0;

/**
 * Runs the built watcher as a separate process, kills it at critical points and starts it
 * again. Needs `npm run build`.
 */
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

  /** Sends deposits: half of them become final while the watcher is down, the others are sent after it has died. */
  const send = () => {
    for (let index = 0; index < DEPOSITS; index += 1) watcher.deposit(wallet, BigInt(index + 1), member.memo);
    watcher.solana.skipSlots();
  };
  const restartAndExpectAll = async (expectMore?: () => Promise<void>) => {
    watcher.solana.setFaults({});
    send();
    await killed.start();
    await watcher.expectAllCredited(60_000);
    await expectMore?.();
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
    'a page is stored': 'INSERT INTO deposit (signature, slot, state, is_news, listed_by)',
    'a verdict is stored': 'jsonb_to_recordset',
    'the ledger was told': 'UPDATE deposit SET state = CASE state',
    'the cursor moves': 'UPDATE scan SET reached_at',
    'work is taken': 'WITH news AS (SELECT signature FROM deposit',
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

  it('while the clock of Postgres is wrong leaves nothing out until then', async () => {
    const [seen, judged] = [
      watcher.deposit(wallet, 3n, member.memo),
      watcher.deposit(wallet, 4n, member.memo),
    ];
    await watcher.owner.query(
      `INSERT INTO deposit (signature, slot, state, amount, member_id, created_at, due_at)
       SELECT decode(hex, 'hex'), 1, state, amount, member, ahead, ahead
       FROM (VALUES ($1, 'seen', NULL, NULL), ($2, 'judged', 4000, $3::bigint)) AS left_over (hex, state, amount, member),
         (SELECT now() + interval '2 hours' AS ahead) AS wrong`,
      [signatureHex(seen), signatureHex(judged), member.id],
    );
    await watcher.owner.query(`UPDATE sweep SET due_at = now() + interval '2 hours'`);
    await restartAndExpectAll(() =>
      eventually(async () => {
        const { rows } = await watcher.owner.query(
          `SELECT due_at <= now() + interval '1 hour' AS "isSwept" FROM sweep`,
        );
        expect(rows).toEqual([{ isSwept: true }]);
      }),
    );
  });
});
