import type { StatementLine } from '@likewell/contracts/tipping-ledger/statement';
import {
  claimDeposit,
  creditDeposit,
  exportStatement,
  listStatement,
} from '@likewell/contracts/tipping-ledger/rpc';
import { PostgresProxy, type StopPoint } from '@likewell/testing/postgres-proxy';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;
let proxy: PostgresProxy;

/** The only replica reads through the proxy. */
beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
  proxy = await PostgresProxy.to(ledger.schema.url);
  await service.addReplica({ DATABASE_URL: proxy.url });
  await service.replica.stop();
});
afterAll(async () => {
  await service.stop();
  proxy.stop();
});
afterEach(() => ledger.expectBalancedBooks());

const sumOf = (lines: readonly StatementLine[]) =>
  lines.reduce((sum, { amountNano }) => sum + amountNano, 0n);
const page = (memberId: number, cursor: string | null = null) =>
  ledger.bus.call(listStatement, { memberId, kinds: null, cursor });

/** Returns a holder with a share that no line has settled, and a post to tip. */
async function withAccruedShare(): Promise<{ holder: number; postId: number }> {
  const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
  const holder = await ledger.openMember();
  const postId = await ledger.publishPost(author);
  await ledger.tip(payer, postId, 50n * LIKE);
  await ledger.closeEpoch();
  return { holder, postId };
}

/** Settles a tip without the ledger's proxied replica. */
const tipBehind = (payerId: number, postId: number, amountNano: bigint) =>
  ledger.schema.owner.query(
    'SELECT FROM settle_tips(ARRAY[gen_random_uuid()], ARRAY[$1::bigint], ARRAY[$2::bigint], ARRAY[$3::bigint])',
    [payerId, postId, amountNano.toString()],
  );

describe('a statement', () => {
  // Just before the read, or between its statement and another one that might follow.
  const moments: StopPoint[] = ['before-statement', 'after-commit'];
  it.each(moments)(
    'whose account is settled while it is read (%s) sums to the balance before or after',
    async (moment) => {
      const { holder, postId } = await withAccruedShare();
      const before = await ledger.balance(holder);
      const stopped = proxy.stopNext('AS accrued', moment);
      const reading = page(holder);
      await stopped.reached;
      await tipBehind(holder, postId, LIKE);
      stopped.release();
      const { items } = await reading;
      expect([before, before - LIKE]).toContain(sumOf(items));
    },
  );

  it('for an export has five hundred lines a page, all of which sum to the balance', async () => {
    const { holder, postId } = await withAccruedShare();
    for (let count = 0; count < 520; count += 1) await tipBehind(holder, postId, LIKE / 10n);
    const exported = (cursor: string | null) =>
      ledger.bus.call(exportStatement, { memberId: holder, cursor });
    const first = await exported(null);
    const last = await exported(first.nextCursor);
    expect(first.items).toHaveLength(500);
    expect(last.nextCursor).toBeNull();
    const lines = [...first.items, ...last.items];
    expect(new Set(lines.map(({ id, kind }) => `${id} ${kind}`)).size).toBe(lines.length);
    expect(sumOf(lines)).toBe(await ledger.balance(holder));
  });

  it('of many pages sums to the balance at the first, whatever happens before the last', async () => {
    const { holder, postId } = await withAccruedShare();
    // The first of these tips settles the holder's share, and a new one accrues.
    for (let count = 0; count < 45; count += 1) await tipBehind(holder, postId, LIKE);
    await ledger.closeEpoch();
    const balance = await ledger.balance(holder);
    const first = await page(holder);
    expect(await ledger.balance(holder)).toBe(balance);
    await tipBehind(holder, postId, LIKE);
    await ledger.closeEpoch();
    const second = await page(holder, first.nextCursor);
    await tipBehind(holder, postId, LIKE);
    const third = await page(holder, second.nextCursor);
    expect(third.nextCursor).toBeNull();
    expect(third.items.at(-1)?.kind).toBe('accrued');
    expect(third.items.at(-1)?.amountNano).toBeGreaterThan(0n);
    const lines = [...first.items, ...second.items, ...third.items];
    expect(lines.filter(({ kind }) => kind === 'tip-sent')).toHaveLength(45);
    expect(sumOf(lines)).toBe(balance);
  });

  it('of many deposits has each once, on whichever page', async () => {
    const memberId = await ledger.openMember();
    const amounts = Array.from({ length: 45 }, (_, index) => BigInt(index + 1));
    for (const amountNano of amounts)
      await ledger.bus.call(creditDeposit, { signature: `page ${amountNano}`, memberId, amountNano });
    const lines = await ledger.statement(memberId, ['deposit']);
    expect(lines.map(({ amountNano }) => amountNano)).toEqual(amounts.toReversed());
  });

  it('says which chain transaction brought a deposit, and one that was claimed; of other lines none', async () => {
    const memberId = await ledger.openMember();
    await ledger.bus.call(creditDeposit, { signature: 'claim:own', memberId, amountNano: 1n });
    await ledger.bus.call(creditDeposit, { signature: 'found', memberId: null, amountNano: 2n });
    await ledger.bus.call(claimDeposit, { signature: 'found', memberId });
    const lines = await ledger.statement(memberId);
    expect(lines.map(({ kind, signature }) => [kind, signature])).toEqual([
      ['deposit', 'found'],
      ['deposit', 'claim:own'],
      ['bonus', null],
      ['accrued', null],
    ]);
  });

  it('of a member without an account ends with nothing accrued', async () => {
    expect((await page(ledger.newId())).items).toMatchObject([{ kind: 'accrued', amountNano: 0n }]);
  });
});
