import { eventually } from '@likewell/testing/eventually';
import { WatcherUnderTest } from './watcher-under-test.js';

const PAGES = 80;
const PAGE_MS = 20;

/** Starts a watcher of a long history, and a sweep of it that has just begun. */
async function startSweep() {
  const watcher = await WatcherUnderTest.start({ variables: { SCAN_PAGE_SIZE: '1' } });
  const [member, wallet] = [await watcher.newMember(), watcher.newWallet()];
  for (let index = 0; index < PAGES; index += 1) watcher.deposit(wallet, BigInt(index + 1), member.memo);
  watcher.solana.skipSlots();
  await watcher.expectAllCredited();
  const read = { walks: 0, deepPages: 0, isOver: false };
  const rewrite = (_: string, rows: unknown, [, page]: readonly unknown[]) => {
    if ((page as { before?: string }).before) read.deepPages += 1;
    else read.walks += 1;
    read.isOver ||= (rows as unknown[]).length === 0;
    return rows;
  };
  // A walk reads no page but the first ones, once its cursor has come to the newest deposit.
  await eventually(async () => {
    const { rows } = await watcher.owner.query('SELECT FROM scan JOIN deposit ON signature = cursor');
    expect(rows).toHaveLength(1);
  });
  watcher.solana.setFaults({ methods: ['getSignaturesForAddress'], delayMs: PAGE_MS, rewrite });
  await watcher.owner.query(`UPDATE scan SET swept_at = now() - interval '2 hours'`);
  await eventually(() => expect(read.deepPages).toBeGreaterThan(3));
  return { watcher, member, wallet, read };
}

it('a deposit is found while a sweep reads a long history, and the sweep comes to its end', async () => {
  const { watcher, member, wallet, read } = await startSweep();
  const amount = BigInt(PAGES + 1);
  watcher.finalDeposit(wallet, amount, member.memo);
  await eventually(async () => {
    const found = await watcher.owner.query('SELECT FROM deposit WHERE amount = $1', [
      (amount * 1000n).toString(),
    ]);
    expect(found.rowCount).toBe(1);
  });
  expect(read.isOver).toBe(false);

  await eventually(async () => {
    const swept = await watcher.owner.query(
      `SELECT FROM scan WHERE swept_at > now() - interval '10 minutes'`,
    );
    expect(swept.rowCount).toBe(1);
  }, 60_000);
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
