import { ledgerErrors } from '@likewell/contracts/tipping-ledger/errors';
import { claimDeposit, creditDeposit } from '@likewell/contracts/tipping-ledger/rpc';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

describe('a claim of a deposit that nobody owned', () => {
  let service: ServiceUnderTest;
  let ledger: LedgerUnderTest;
  let signatures = 0;

  beforeAll(async () => {
    ({ service, ledger } = await LedgerUnderTest.start());
  });
  afterAll(() => service.stop());
  afterEach(() => ledger.expectBalancedBooks());

  const unclaimed = async (amountNano: bigint) => {
    const signature = `unclaimed-${(signatures += 1)}`;
    await ledger.bus.call(creditDeposit, { signature, memberId: null, amountNano });
    return signature;
  };
  const claim = (signature: string, memberId: number) =>
    ledger.bus.call(claimDeposit, { signature, memberId });

  it('moves it to the member once, however often and from wherever it is asked', async () => {
    const memberId = await ledger.openMember();
    const before = await ledger.balance(memberId);
    const signature = await unclaimed(7n * LIKE);
    const responses = await Promise.all(Array.from({ length: 20 }, () => claim(signature, memberId)));
    expect(responses.filter(({ claimed }) => claimed)).toHaveLength(1);
    expect(await ledger.balance(memberId)).toBe(before + 7n * LIKE);
    expect(await ledger.systemBalance('unclaimed')).toBe(0n);
    const [line] = await ledger.statement(memberId, ['deposit']);
    expect(line).toMatchObject({ kind: 'deposit', amountNano: 7n * LIKE });
  });

  it('gives it to one of two members who ask at once', async () => {
    const members = [await ledger.openMember(), await ledger.openMember()];
    const before = await Promise.all(members.map((memberId) => ledger.balance(memberId)));
    // Enough for both, so that only the claim's own rule can reject the second one.
    const [signature, others] = [await unclaimed(LIKE), await unclaimed(9n * LIKE)];
    const responses = await Promise.allSettled(members.map((memberId) => claim(signature, memberId)));
    expect(responses.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(responses.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: ledgerErrors.SIGNATURE_REUSED.code },
    });
    expect(await ledger.systemBalance('unclaimed')).toBe(9n * LIKE);
    const after = await Promise.all(members.map((memberId) => ledger.balance(memberId)));
    const gained = after.map((balance, place) => balance - (before[place] ?? 0n));
    expect(gained.map((nano, place) => [nano, responses[place]?.status]).sort()).toEqual([
      [0n, 'rejected'],
      [LIKE, 'fulfilled'],
    ]);
    await claim(others, await ledger.openMember());
  });

  it('is rejected for a deposit that has an owner, or that never was', async () => {
    const [owner, other] = [await ledger.openMember(), await ledger.openMember()];
    await ledger.bus.call(creditDeposit, { signature: 'owned', memberId: owner, amountNano: LIKE });
    for (const signature of ['owned', 'unheard-of']) {
      await expect(claim(signature, other)).rejects.toMatchObject({ code: ledgerErrors.NOT_UNCLAIMED.code });
    }
  });

  it('waits for the account of a member who has none yet', async () => {
    const signature = await unclaimed(LIKE);
    await expect(claim(signature, ledger.newId())).rejects.toMatchObject({
      code: ledgerErrors.ACCOUNT_NOT_OPEN.code,
    });
    expect(await ledger.systemBalance('unclaimed')).toBe(LIKE);
  });

  it('is told of one by another member that was under way before it', async () => {
    const [first, second] = [await ledger.openMember(), await ledger.openMember()];
    const signature = await unclaimed(LIKE);
    await unclaimed(LIKE);
    const elsewhere = await ledger.schema.owner.connect();
    await elsewhere.query('BEGIN');
    // Kept for as long as a busy machine needs: the ledger's functions let a silent client keep the lock for a second.
    await elsewhere.query(
      `SELECT set_config('idle_in_transaction_session_timeout', '0', true) FROM claim_deposit($1, $2)`,
      [signature, first],
    );
    const late = claim(signature, second).catch((error: unknown) => error);
    await ledger.waitingForLock();
    await elsewhere.query('COMMIT');
    elsewhere.release();
    expect(await late).toMatchObject({ code: ledgerErrors.SIGNATURE_REUSED.code });
    expect(await ledger.balance(second)).toBe(100n * LIKE);
  });

  it('adds to what epochs had shared with the member, and earns nothing of those', async () => {
    const [memberId, payer] = [await ledger.openMember(), await ledger.openMember()];
    const signature = await unclaimed(400n * LIKE);
    await ledger.tip(payer, await ledger.publishPost(memberId), 50n * LIKE);
    await ledger.closeEpoch();
    const before = await ledger.balance(memberId);
    const first = await claim(signature, memberId);
    expect(first).toEqual({ claimed: true, balanceNano: before + 400n * LIKE });
    expect(await ledger.balance(memberId)).toBe(before + 400n * LIKE);

    await ledger.tip(payer, await ledger.publishPost(memberId), LIKE);
    await ledger.closeEpoch();
    const balanceNano = await ledger.balance(memberId);
    expect(balanceNano).toBeGreaterThan(first.balanceNano + (7n * LIKE) / 10n);
    // A repeated claim returns the member's present balance.
    expect(await claim(signature, memberId)).toEqual({ claimed: false, balanceNano });
  });

  it('leaves the first response standing when the deposit is credited again', async () => {
    const memberId = await ledger.openMember();
    const signature = await unclaimed(LIKE);
    await claim(signature, memberId);
    const again = await ledger.bus.call(creditDeposit, { signature, memberId: null, amountNano: LIKE });
    expect(again.credited).toBe(false);
  });
});
