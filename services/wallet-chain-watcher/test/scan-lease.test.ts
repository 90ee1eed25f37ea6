import { eventually } from '@likewell/testing/eventually';
import { PostgresProxy } from '@likewell/testing/postgres-proxy';
import type { Keypair } from '@solana/web3.js';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

/** How long another one has the lease that was taken away. */
const AWAY_MS = 3000;

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

    const second = await lease();
    expect(second?.holder).not.toBe(first?.holder);
    expect(second?.fence).toBe(String(Number(first?.fence) + 1));
  });

  it('keeps one that lost it after it had read a page from storing the page', async () => {
    const proxy = await PostgresProxy.to(watcher.service.schema.url);
    await watcher.service.replica.stop();
    const late = await watcher.addReplica({ DATABASE_URL: proxy.url });
    await eventually(async () => expect(await lease()).toBeDefined());
    const storing = proxy.stopNext('SELECT FROM lease WHERE name', 'before-statement');
    watcher.deposit(wallet, 7n, member.memo);
    watcher.solana.skipSlots();
    await storing.reached;
    await watcher.owner.query(
      `UPDATE lease SET holder = $1, fence = fence + 1, expires_at = now() + $2 * interval '1 ms'`,
      [randomUUID(), AWAY_MS],
    );
    storing.release();
    await sleep(AWAY_MS / 2);
    expect(await watcher.states()).toEqual({});
    await watcher.expectAllCredited();
    await late.stop();
    proxy.stop();
  });
});
