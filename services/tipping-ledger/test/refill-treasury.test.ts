import { creditDeposit, getDepositTotals } from '@likewell/contracts/tipping-ledger/rpc';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
});
afterAll(() => service.stop());

it('a treasury that is refilled has more to pay, once a reference, and no deposit was made', async () => {
  const memberId = await ledger.openMember();
  await ledger.bus.call(creditDeposit, { signature: 'first', memberId, amountNano: 5n * LIKE });
  const before = await ledger.systemBalance('treasury');
  const refill = (reference: string) =>
    ledger.schema.owner.query('SELECT refill_treasury($1, $2)', [reference, (1000n * LIKE).toString()]);

  await refill('one');
  await expect(refill('one')).rejects.toThrow(/one_movement_per_key/);
  await refill('two');

  expect(await ledger.systemBalance('treasury')).toBe(before + 2000n * LIKE);
  expect(await ledger.bus.call(getDepositTotals, {})).toEqual({ depositedNano: 5n * LIKE });
  await ledger.expectBalancedBooks();
});
