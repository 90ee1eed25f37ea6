import type { RunningService } from '@likewell/service-kit/process/boot-service';
import { eventually } from '@likewell/testing/eventually';
import { PostgresProxy, type StoppedTransaction, type StopPoint } from '@likewell/testing/postgres-proxy';
import { freePort } from '@likewell/testing/spawn-server';
import type { Keypair } from '@solana/web3.js';
import { randomUUID } from 'node:crypto';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

describe('the lease of the scanner', () => {
  let watcher: WatcherUnderTest;
  let member: Member;
  let wallet: Keypair;

  beforeEach(async () => {
    watcher = await WatcherUnderTest.start();
    member = await watcher.newMember();
    wallet = watcher.newWallet();
  });
  afterEach(() => watcher.stop());

  const lease = async () => {
    const { rows } = await watcher.owner.query<{ holder: string; fence: string }>(
      `SELECT holder, fence FROM lease WHERE name = 'scan-chain'`,
    );
    return rows[0];
  };

  it('passes to another replica when the one that scans ends, and nothing is left out', async () => {
    await eventually(async () => expect(await lease()).toBeDefined());
    const first = await lease();
    await watcher.addReplica();
    watcher.deposit(wallet, 5n, member.memo);
    watcher.solana.skipSlots();
    await watcher.expectAllCredited();
    expect(await lease()).toEqual(first);

    const ended = watcher.service.replica.stop();
    for (let amount = 6n; amount < 30n; amount += 1n) watcher.deposit(wallet, amount, member.memo);
    watcher.solana.skipSlots();
    await ended;
    await watcher.expectAllCredited();

    // The one that ended may have found them all, so the other one may not have had a turn yet.
    const second = await eventually(async () => {
      const taken = await lease();
      expect(taken?.holder).not.toBe(first?.holder);
      return taken;
    });
    expect(second?.fence).toBe(String(Number(first?.fence) + 1));
  });

  it('is taken when it was given while the clock of Postgres was wrong', async () => {
    await eventually(async () => expect(await lease()).toBeDefined());
    await watcher.service.replica.stop();
    const { rows } = await watcher.owner.query<{ fence: string }>(
      `UPDATE lease SET holder = $1, expires_at = now() + interval '2 hours' RETURNING fence`,
      [randomUUID()],
    );
    watcher.finalDeposit(wallet, 5n, member.memo);
    await watcher.addReplica();
    await watcher.expectAllCredited();
    expect((await lease())?.fence).toBe(String(Number(rows[0]?.fence) + 1));
  });

  describe('and the page that one has read', () => {
    let proxy: PostgresProxy;
    let storing: StoppedTransaction;
    let late: RunningService;
    let signature: string;
    let metricsUrl: string;

    /**
     * Stops a single replica before it stores, or after it has stored and not committed, a
     * page with a deposit in it.
     */
    async function stopWhileStoring(point: StopPoint): Promise<void> {
      await watcher.service.replica.stop();
      signature = watcher.deposit(wallet, 7n, member.memo);
      watcher.solana.skipSlots();
      const read: unknown[] = [];
      const rewrite = (_: string, page: unknown) => (read.push(page), page);
      watcher.solana.setFaults({ methods: ['getSignaturesForAddress'], rewrite });
      proxy = await PostgresProxy.to(watcher.service.schema.url);
      storing = proxy.stopNext('SELECT FROM lease WHERE name', point);
      const port = await freePort();
      metricsUrl = `http://127.0.0.1:${port}/metrics`;
      late = await watcher.addReplica({ DATABASE_URL: proxy.url, HEALTH_PORT: String(port) });
      await storing.reached;
      expect(read).toEqual([[expect.objectContaining({ signature })]]);
      expect(await scans()).toBe(true);
    }
    afterEach(async () => {
      storing.release();
      await late.stop();
      proxy.stop();
    });

    async function scans(): Promise<boolean> {
      const text = await (await fetch(metricsUrl)).text();
      return Number(/^likewell_chain_scanner\S* (\S+)$/m.exec(text)?.[1]) === 1;
    }

    const takeAway = () =>
      watcher.owner.query(
        `UPDATE lease SET holder = $1, fence = fence + 1, expires_at = now() + interval '1 minute'`,
        [randomUUID()],
      );

    it('is stored by nobody who has lost it since', async () => {
      await stopWhileStoring('before-statement');
      await takeAway();
      storing.release();
      // It asks for the lease again once it has finished the page.
      await eventually(async () => expect(await scans()).toBe(false));
      expect(await watcher.states()).toEqual({});
      await watcher.owner.query('UPDATE lease SET expires_at = now()');
      await watcher.expectAllCredited();
    });

    it('is stored before another one takes it', async () => {
      await stopWhileStoring('before-commit');
      const taken = takeAway();
      await eventually(async () => {
        const { rowCount } = await watcher.owner.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE lease SET holder%'
             AND usename = current_user`,
        );
        expect(rowCount).toBe(1);
      });
      expect(await watcher.states()).toEqual({});
      storing.release();
      await taken;
      expect(Object.values(await watcher.states())).toEqual([1]);
    });
  });
});
