import type { SolanaEndpoint } from '@likewell/stand-in-solana/start-solana';
import { eventually } from '@likewell/testing/eventually';
import bs58 from 'bs58';
import { randomBytes } from 'node:crypto';
import { WatcherUnderTest } from './watcher-under-test.js';

/** What an endpoint makes up. */
const LIE = { slot: 1, err: null };

it('an endpoint that lists without an end keeps no sweep of the other one waiting, today or later', async () => {
  const watcher = await WatcherUnderTest.start({
    endpoints: 2,
    variables: { SCAN_PAGE_SIZE: '10' },
    constants: { maxSweepMs: 5000 },
  });
  const [member, wallet] = [await watcher.newMember(), watcher.newWallet()];
  for (let index = 0; index < 20; index += 1) {
    watcher.deposit(wallet, BigInt(index + 1), member.memo);
    watcher.solana.skipSlots(1);
  }
  watcher.solana.skipSlots();
  await watcher.expectAllCredited();
  // From here on a walk reads no page but the first one.
  await eventually(async () => {
    const { rows } = await watcher.owner.query(
      'SELECT FROM scan JOIN deposit ON signature = cursor WHERE slot = (SELECT max(slot) FROM deposit)',
    );
    expect(rows).toHaveLength(1);
  });

  watcher.endpoints.at(0)?.setFaults(endless());
  for (const _ of ['today', 'later']) {
    // As if a page had left it out: the cursor has passed it.
    await watcher.owner.query(
      `DELETE FROM deposit WHERE slot = (SELECT min(slot) FROM deposit WHERE slot > ${LIE.slot})`,
    );
    await eventually(async () => {
      await watcher.owner.query(`UPDATE scan SET swept_at = now() - interval '2 hours'`);
      expect((await watcher.states()).credited).toBe(20);
    }, 30_000);
  }
  await watcher.stop();
});

/** Lists the first page as it is, and made-up rows without an end below it. */
function endless(): Parameters<SolanaEndpoint['setFaults']>[0] {
  return {
    methods: ['getSignaturesForAddress'],
    rewrite: (_, rows, [, page]) => {
      if (!(page as { before?: string }).before) return rows;
      return [{ ...LIE, signature: bs58.encode(randomBytes(64)) }];
    },
  };
}
