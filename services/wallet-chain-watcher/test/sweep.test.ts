import { eventually } from '@likewell/testing/eventually';
import { WatcherUnderTest } from './watcher-under-test.js';

const PAGES = 80;
const PAGE_MS = 20;

it('a deposit is found while a sweep reads a long history, and the sweep comes to its end', async () => {
  const watcher = await WatcherUnderTest.start({ variables: { SCAN_PAGE_SIZE: '1' } });
  const [member, wallet] = [await watcher.newMember(), watcher.newWallet()];
  for (let index = 0; index < PAGES; index += 1) watcher.deposit(wallet, BigInt(index + 1), member.memo);
  watcher.solana.skipSlots();
  await watcher.expectAllCredited();
  let [deepPages, isOver] = [0, false];
  const rewrite = (_: string, rows: unknown, [, page]: readonly unknown[]) => {
    if (!(page as { before?: string }).before) return rows;
    deepPages += 1;
    isOver ||= (rows as unknown[]).length === 0;
    return rows;
  };
  // A walk reads no page but the first ones, once its cursor has come to the newest deposit.
  await eventually(async () => {
    const { rows } = await watcher.owner.query('SELECT FROM scan JOIN deposit ON signature = cursor');
    expect(rows).toHaveLength(1);
  });
  watcher.solana.setFaults({ methods: ['getSignaturesForAddress'], delayMs: PAGE_MS, rewrite });
  await watcher.owner.query(`UPDATE scan SET swept_at = now() - interval '2 hours'`);
  await eventually(() => expect(deepPages).toBeGreaterThan(3));

  const amount = BigInt(PAGES + 1);
  watcher.finalDeposit(wallet, amount, member.memo);
  await eventually(async () => {
    const found = await watcher.owner.query('SELECT FROM deposit WHERE amount = $1', [
      (amount * 1000n).toString(),
    ]);
    expect(found.rowCount).toBe(1);
  });
  expect(isOver).toBe(false);

  await eventually(async () => {
    const swept = await watcher.owner.query(
      `SELECT FROM scan WHERE swept_at > now() - interval '10 minutes'`,
    );
    expect(swept.rowCount).toBe(1);
  }, 60_000);
  expect(isOver).toBe(true);
  await watcher.expectAllCredited();
  await watcher.stop();
});
