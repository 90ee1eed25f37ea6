import { eventually } from '@likewell/testing/eventually';
import { Keypair } from '@solana/web3.js';
import { receivingAccounts } from '../src/cli/receiving-accounts-command.js';
import { WatcherUnderTest } from './watcher-under-test.js';

const ROWS = 30;
const PAGE_MS = 20;

it('a walk under way begins anew when the list of our accounts changes: what it read is judged by the new one', async () => {
  const watcher = await WatcherUnderTest.start({ variables: { SCAN_PAGE_SIZE: '1' } });
  const [member, wallet] = [await watcher.newMember(), watcher.newWallet()];
  for (let index = 0; index < ROWS; index += 1) watcher.deposit(wallet, BigInt(index + 1), member.memo);
  watcher.solana.skipSlots();
  await watcher.expectAllCredited();
  await watcher.service.replica.stop();
  await watcher.owner.query('TRUNCATE scan');

  /**
   * Each `before` of the pages below the first one, in order, until the first walk is over. The endpoint fails
   * from the fourth on, so that the walk is not over before the list has changed.
   */
  const below: string[] = [];
  let isOver = false;
  const rewrite = (_: string, rows: unknown, [account, page]: readonly unknown[]) => {
    const { before } = page as { before?: string };
    if (account !== watcher.account.toBase58() || before === undefined || isOver) return rows;
    below.push(before);
    isOver = (rows as unknown[]).length === 0;
    if (below.length === 4) watcher.solana.setFaults({ ...faults, response: 503 });
    return rows;
  };
  const faults = { methods: ['getSignaturesForAddress'], delayMs: PAGE_MS, rewrite };
  watcher.solana.setFaults(faults);
  await watcher.addReplica();
  await eventually(() => expect(below).toHaveLength(4));
  await watcher.operate(receivingAccounts, 'do=add', `wallet=${Keypair.generate().publicKey.toBase58()}`);
  watcher.solana.setFaults(faults);
  await eventually(() => expect(isOver).toBe(true), 60_000);

  // The second time it read from its newest row down to its oldest.
  const anew = below.slice(below.indexOf(below[0] ?? '', 1));
  expect(anew).toHaveLength(ROWS);
  expect(new Set(anew).size).toBe(ROWS);
  await watcher.expectAllCredited();
  await watcher.stop();
});
