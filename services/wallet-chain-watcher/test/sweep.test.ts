import { eventually } from '@likewell/testing/eventually';
import type { Keypair } from '@solana/web3.js';
import { WatcherUnderTest, type Member } from './watcher-under-test.js';

const PAGES = 80;
const PAGE_MS = 20;
/** Every seventh page below the first fails. */
const FAILS_EVERY = 7;

/** Starts a watcher of a long history. */
async function startWatcher() {
  const watcher = await WatcherUnderTest.start({ variables: { SCAN_PAGE_SIZE: '1' } });
  const [member, wallet] = [await watcher.newMember(), watcher.newWallet()];
  for (let index = 0; index < PAGES; index += 1) watcher.deposit(wallet, BigInt(index + 1), member.memo);
  watcher.solana.skipSlots();
  await watcher.expectAllCredited();
  // What stood below the first page is none.
  expect((await watcher.owner.query('SELECT FROM deposit WHERE NOT is_news')).rowCount).toBeGreaterThan(0);
  return { watcher, member, wallet };
}

/** Reads of the history from here on. */
function countReads(watcher: WatcherUnderTest, { isFailing = false } = {}) {
  const read = { walks: 0, deepPages: 0, isOver: false };
  const rewrite = (_: string, rows: unknown, [, page]: readonly unknown[]) => {
    const isDeep = Boolean((page as { before?: string }).before);
    if (isDeep) read.deepPages += 1;
    else read.walks += 1;
    if (isFailing && isDeep && read.deepPages % FAILS_EVERY === 0) return 'not a page';
    read.isOver ||= (rows as unknown[]).length === 0;
    return rows;
  };
  watcher.solana.setFaults({ methods: ['getSignaturesForAddress'], delayMs: PAGE_MS, rewrite });
  return read;
}

/** Starts a sweep of a long history that has just begun. */
async function startSweep(faults: { isFailing?: boolean } = {}) {
  const { watcher, member, wallet } = await startWatcher();
  // A walk reads no page but the first ones, once its cursor has come to the newest deposit.
  await eventually(async () => {
    const { rows } = await watcher.owner.query('SELECT FROM scan JOIN deposit ON signature = cursor');
    expect(rows).toHaveLength(1);
  });
  const read = countReads(watcher, faults);
  await watcher.makeSweepsDue();
  await eventually(() => expect(read.deepPages).toBeGreaterThan(3));
  return { watcher, member, wallet, read };
}

/** Sends one more deposit, and waits until it is found and marked as news. */
async function expectFoundNow(watcher: WatcherUnderTest, member: Member, wallet: Keypair) {
  const amount = BigInt(PAGES + 1);
  watcher.finalDeposit(wallet, amount, member.memo);
  await eventually(async () => {
    const { rows } = await watcher.owner.query('SELECT is_news FROM deposit WHERE amount = $1', [
      (amount * 1000n).toString(),
    ]);
    expect(rows).toEqual([{ is_news: true }]);
  });
}

/** Starts the first walk through a long history anew, as in a fresh installation. */
async function startFirstWalk(faults: { isFailing?: boolean } = {}) {
  const { watcher, member, wallet } = await startWatcher();
  await watcher.service.replica.stop();
  await watcher.owner.query('TRUNCATE scan');
  const read = countReads(watcher, faults);
  await watcher.addReplica();
  return { watcher, member, wallet, read };
}

it('a deposit is found while the first walk reads a long history', async () => {
  const { watcher, member, wallet, read } = await startFirstWalk();
  await eventually(() => expect(read.deepPages).toBeGreaterThan(3));
  await expectFoundNow(watcher, member, wallet);
  expect(read.isOver).toBe(false);
  await eventually(() => expect(read.isOver).toBe(true), 60_000);
  await watcher.expectAllCredited();
  await watcher.stop();
});

it('a walk of which pages fail now and then comes to its end, and so does a sweep', async () => {
  const { watcher, read } = await startFirstWalk({ isFailing: true });
  await eventually(async () => {
    const scanned = await watcher.owner.query('SELECT FROM scan WHERE reached_at IS NOT NULL');
    expect(scanned.rowCount).toBe(1);
  }, 60_000);
  expect(read.isOver).toBe(true);
  await watcher.stop();

  const again = await startSweep({ isFailing: true });
  // A part rests for five minutes where a piece of it began with a page that failed.
  await eventually(async () => {
    await again.watcher.owner.query(
      `UPDATE sweep SET due_at = now() WHERE due_at < now() + interval '10 minutes'`,
    );
    expect(again.read.isOver).toBe(true);
  }, 60_000);
  await again.watcher.expectSwept();
  await again.watcher.expectAllCredited();
  await again.watcher.stop();
});

it('a deposit is found while a sweep reads a long history, and the sweep comes to its end', async () => {
  const { watcher, member, wallet, read } = await startSweep();
  await expectFoundNow(watcher, member, wallet);
  expect(read.isOver).toBe(false);

  await watcher.expectSwept(60_000);
  expect(read.isOver).toBe(true);
  await watcher.expectAllCredited();
  await watcher.stop();
});

it('a sweep does not go on after another replica had the lease, which has swept as it fell due', async () => {
  const { watcher, read } = await startSweep();
  await watcher.owner.query('UPDATE lease SET fence = fence + 1');
  const walks = async (more: number) => {
    const enough = read.walks + more;
    await eventually(() => expect(read.walks).toBeGreaterThanOrEqual(enough));
  };
  // The piece that is being read may be read to its end.
  await walks(3);
  const { deepPages } = read;
  await walks(3);
  expect([read.deepPages, read.isOver]).toEqual([deepPages, false]);
  await watcher.stop();
});
