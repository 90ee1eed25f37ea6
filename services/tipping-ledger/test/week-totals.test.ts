import { getWeekTotals } from '@likewell/contracts/tipping-ledger/rpc';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

const WEEK_MS = 7 * 24 * 3600 * 1000;
const MINUTE_MS = 60_000;

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
});
afterAll(() => service.stop());
afterEach(() => ledger.expectBalancedBooks());

const week = (memberId: number) => ledger.bus.call(getWeekTotals, { memberId });
const total = (amountNano: bigint) => ({ amountNano, isExact: true });

/** Makes a tip `ageMs` old. */
const age = (tipId: number, ageMs: number) =>
  ledger.schema.owner.query(
    `UPDATE tip SET created_at = now() - make_interval(secs => $2 / 1000.0) WHERE seq = $1`,
    [tipId, ageMs],
  );

describe('the sums of a week', () => {
  it('are of the seven days before now', async () => {
    const { from, until } = await week(await ledger.openMember());
    expect(Math.abs(Date.now() - Date.parse(until))).toBeLessThan(MINUTE_MS);
    expect(Date.parse(until) - Date.parse(from)).toBe(WEEK_MS);
  });

  it('are what tips brought an author, their own part alone, and what a payer gave', async () => {
    const [referrer, author] = [await ledger.openMember(), await ledger.openMember()];
    const payer = await ledger.openMember(referrer);
    const postId = await ledger.publishPost(author);
    await ledger.tip(payer, postId, 10n * LIKE);
    await ledger.tip(payer, postId, 5n * LIKE);
    await ledger.tip(author, await ledger.publishPost(payer), 1n);
    expect(await week(author)).toMatchObject({ earned: total((15n * LIKE * 7n) / 10n), given: total(1n) });
    expect(await week(payer)).toMatchObject({ earned: total(1n), given: total(15n * LIKE) });
    // Bonuses and shares are not income from tips.
    expect(await week(referrer)).toMatchObject({ earned: total(0n), given: total(0n) });
  });

  it('end before the first tip that is older', async () => {
    const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
    const postId = await ledger.publishPost(author);
    const ids: number[] = [];
    for (const amount of [1n, 2n, 1n, 4n])
      ids.push((await ledger.tip(payer, postId, amount * 10n * LIKE)).tipId);
    const [first = 0, second = 0, third = 0] = ids;
    await age(first, 2 * WEEK_MS);
    await age(second, WEEK_MS + MINUTE_MS);
    await age(third, WEEK_MS - MINUTE_MS);
    expect(await week(payer)).toMatchObject({ given: total(50n * LIKE) });
    for (const id of ids) await age(id, WEEK_MS + MINUTE_MS);
    expect(await week(author)).toMatchObject({ earned: total(0n) });
  });

  it('are nothing for a member without an account', async () => {
    expect(await week(ledger.newId())).toMatchObject({ earned: total(0n), given: total(0n) });
  });
});
