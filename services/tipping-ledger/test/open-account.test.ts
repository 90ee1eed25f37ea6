import { memberRegistered } from '@likewell/contracts/auth/events';
import { openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { eventually } from '@likewell/testing/eventually';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

const BONUS = 100n * LIKE;

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
});
afterAll(() => service.stop());
afterEach(() => ledger.expectBalancedBooks());

const open = (memberId: number, referrerId: number | null = null) =>
  service.bus.call(openAccount, { memberId, referrerId });

const rows = async (sql: string): Promise<unknown[]> => (await service.schema.owner.query(sql)).rows;

/** Moves LIKE between the treasury and an account from which no bonus is paid; the books stay balanced. */
async function leaveInTreasury(amount: bigint): Promise<void> {
  const surplus = (await ledger.systemBalance('treasury')) - amount;
  const [from, to] = surplus > 0n ? [2, 5] : [5, 2];
  const moved = surplus > 0n ? surplus : -surplus;
  await service.schema.owner.query(`
    INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
      VALUES ('test:${String(Math.random())}', 'supply', ${from}, ${to}, ${moved});
    UPDATE account SET balance = balance - ${moved} WHERE id = ${from};
    UPDATE account SET balance = balance + ${moved} WHERE id = ${to}`);
}

describe('the sign-up bonus', () => {
  it('is paid once, however often and however parallel call and event ask for it', async () => {
    await service.addReplica();
    const memberId = ledger.newId();
    const before = await ledger.systemBalance('treasury');
    await Promise.all(
      Array.from({ length: 10 }, () => [
        open(memberId),
        service.bus.tell(memberRegistered, { memberId, referrerId: null }),
      ]).flat(),
    );
    // Events are handled in order: when the last member is known, so are all before.
    const last = ledger.newId();
    await service.bus.tell(memberRegistered, { memberId: last, referrerId: null });
    await eventually(async () => expect(await ledger.balance(last)).toBe(BONUS));
    expect(await ledger.balance(memberId)).toBe(BONUS);
    expect(await ledger.systemBalance('treasury')).toBe(before - 2n * BONUS);
    expect(await rows(`SELECT FROM movement WHERE to_id = ${memberId}`)).toHaveLength(1);
  });

  it('that meets an empty treasury is owed, and is paid when the treasury is filled again', async () => {
    await leaveInTreasury(BONUS + BONUS / 2n);
    const [first, second, third, fourth] = [ledger.newId(), ledger.newId(), ledger.newId(), ledger.newId()];
    expect(await open(first)).toEqual({ balanceNano: BONUS });
    expect(await open(second)).toEqual({ balanceNano: 0n });
    expect(await open(third)).toEqual({ balanceNano: 0n });
    expect(await open(fourth)).toEqual({ balanceNano: 0n });
    expect(await open(second)).toEqual({ balanceNano: 0n });
    expect(await rows('SELECT member_id::int FROM owed_bonus ORDER BY 1')).toEqual([
      { member_id: second },
      { member_id: third },
      { member_id: fourth },
    ]);

    // The job that pays them runs when a replica starts: first the treasury covers one bonus, the older
    // member's.
    await leaveInTreasury(BONUS);
    await service.addReplica();
    await eventually(async () => expect(await ledger.balance(second)).toBe(BONUS));
    expect(await ledger.balance(third)).toBe(0n);
    await leaveInTreasury(50n * BONUS);
    await Promise.all([service.addReplica(), service.addReplica()]);
    await eventually(async () => expect(await rows('SELECT FROM owed_bonus')).toEqual([]));
    expect(await ledger.balance(third)).toBe(BONUS);
    expect(await ledger.balance(fourth)).toBe(BONUS);
    expect(await ledger.systemBalance('treasury')).toBe(48n * BONUS);
    expect(await ledger.balance(second)).toBe(BONUS);
  });

  it('that cannot be paid settles nobody, since nobody’s money moves', async () => {
    await ledger.tip(await ledger.openMember(), await ledger.publishPost(await ledger.openMember()), LIKE);
    await leaveInTreasury(0n);
    const memberId = ledger.newId();
    await open(memberId);
    await rows('SELECT close_epoch()');
    expect(await rows(`SELECT pay_owed_bonuses(ARRAY[${memberId}]) AS paid`)).toEqual([{ paid: 0 }]);
    const behind = 'SELECT FROM account, holders_state state WHERE account.epoch < state.epoch AND id = ';
    expect(await rows(behind + String(memberId))).toHaveLength(1);
    await leaveInTreasury(50n * BONUS);
    // A replica's job, which comes every minute, may pay it first.
    await rows(`SELECT pay_owed_bonuses(ARRAY[${memberId}])`);
    expect(await ledger.balance(memberId)).toBe(BONUS);
    expect(await rows(behind + String(memberId))).toEqual([]);
  });
});

describe('a referrer', () => {
  it('is fixed when the account opens', async () => {
    const [sharer, other] = [await ledger.openMember(), await ledger.openMember()];
    const memberId = await ledger.openMember(sharer);
    await open(memberId, other);
    await open(memberId, null);
    await ledger.tip(memberId, await ledger.publishPost(other), 10n * LIKE);
    expect(await ledger.balance(sharer)).toBe(BONUS + LIKE);
  });

  it('whose own account opens later gets their ten percent from then on; until then it is the platform’s', async () => {
    const sharer = ledger.newId();
    const payer = await ledger.openMember(sharer);
    const postId = await ledger.publishPost(await ledger.openMember());
    const platform = await ledger.systemBalance('platform');
    await ledger.tip(payer, postId, 10n * LIKE);
    expect(await ledger.systemBalance('platform')).toBe(platform + LIKE);
    await open(sharer);
    await ledger.tip(payer, postId, 10n * LIKE);
    expect(await ledger.systemBalance('platform')).toBe(platform + LIKE);
    expect(await ledger.balance(sharer)).toBe(BONUS + LIKE);
  });
});
