import { creditDeposit, listEpochs } from '@likewell/contracts/tipping-ledger/rpc';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;

beforeEach(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
});
afterEach(() => service.stop());

describe('an epoch', () => {
  it('shares the pool by balance, at once in what members read and to the nano in their statements', async () => {
    const [payer, author, holder] = [
      await ledger.openMember(),
      await ledger.openMember(),
      await ledger.openMember(),
    ];
    await ledger.tip(payer, await ledger.publishPost(author), 50n * LIKE);

    expect(await ledger.closeEpoch()).toBe(1);

    // 10 LIKE of the pool, shared over 50 + 135 + 100 held.
    const share = (held: bigint) => (held * (285n + 10n)) / 285n;
    for (const [member, held] of [
      [payer, 50n * LIKE],
      [author, 135n * LIKE],
      [holder, 100n * LIKE],
    ] as const) {
      const now = await ledger.balance(member);
      expect(share(held) - now).toBeLessThanOrEqual(1n);
      expect(now).toBeLessThanOrEqual(share(held));
      const lines = await ledger.statement(member);
      expect(lines.at(-1)?.kind).toBe('accrued');
      expect(lines.reduce((sum, line) => sum + line.amountNano, 0n)).toBe(now);
    }
    const [epoch] = (await ledger.bus.call(listEpochs, { cursor: null })).items;
    expect(epoch?.index).toBe(String((10n ** 27n * 295n) / 285n));
    await ledger.expectBalancedBooks();
  });

  it('counts what earlier ones shared, and nobody was paid yet, as held', async () => {
    const [payer, author, holder] = [
      await ledger.openMember(),
      await ledger.openMember(),
      await ledger.openMember(),
    ];
    const postId = await ledger.publishPost(author);
    await ledger.tip(payer, postId, 50n * LIKE);
    await ledger.closeEpoch();
    await ledger.tip(payer, postId, 50n * LIKE);
    let held = 0n;
    for (const member of [payer, author, holder]) held += await ledger.balance(member);

    await ledger.closeEpoch();

    const [second, first] = (await ledger.bus.call(listEpochs, { cursor: null })).items;
    const { membersTotalNano = 0n, distributedNano = 0n } = second ?? {};
    expect(distributedNano).toBe(10n * LIKE);
    // The remainder of rounding three shares down is promised, and belongs to no member.
    expect(membersTotalNano - held).toBeGreaterThanOrEqual(0n);
    expect(membersTotalNano - held).toBeLessThanOrEqual(3n);
    const index = (BigInt(first?.index ?? 0) * (membersTotalNano + distributedNano)) / membersTotalNano;
    expect(second?.index).toBe(String(index));
    await ledger.expectBalancedBooks();
  });

  it('is settled when the account is next touched, before anything is added to it', async () => {
    const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
    const postId = await ledger.publishPost(author);
    await ledger.tip(payer, postId, 50n * LIKE);
    await ledger.closeEpoch();
    const accrued = await ledger.balance(payer);

    const response = await ledger.tip(payer, postId, accrued);

    expect(response.balanceNano).toBe(0n);
    const kinds = (await ledger.statement(payer)).map((line) => line.kind);
    expect(kinds).toEqual(['tip-sent', 'holders', 'tip-sent', 'bonus', 'accrued']);
    await ledger.expectBalancedBooks();
  });

  it('earns nothing to who joined or was paid after it closed', async () => {
    const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
    const postId = await ledger.publishPost(author);
    await ledger.tip(payer, postId, 50n * LIKE);
    await ledger.closeEpoch();
    const late = await ledger.openMember();
    await ledger.bus.call(creditDeposit, { signature: 'sig', memberId: late, amountNano: 400n * LIKE });
    expect(await ledger.balance(late)).toBe(500n * LIKE);
  });

  it('pays who was there its share, and nothing of what was deposited after it closed', async () => {
    const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
    await ledger.tip(payer, await ledger.publishPost(author), 50n * LIKE);
    await ledger.closeEpoch();
    const before = await ledger.balance(author);
    const deposit = { signature: 'sig', memberId: author, amountNano: 400n * LIKE };
    const after = { balanceNano: before + 400n * LIKE };
    expect(await ledger.bus.call(creditDeposit, deposit)).toMatchObject(after);
    expect(await ledger.balance(author)).toBe(after.balanceNano);
    await ledger.expectBalancedBooks();

    await ledger.tip(payer, await ledger.publishPost(author), LIKE);
    await ledger.closeEpoch();
    // A repeated deposit returns the member's present balance.
    const balanceNano = await ledger.balance(author);
    expect(balanceNano).toBeGreaterThan(after.balanceNano + (7n * LIKE) / 10n);
    const again = { credited: false, balanceNano, isUnclaimed: false };
    expect(await ledger.bus.call(creditDeposit, deposit)).toEqual(again);
  });

  it('does not close while there is nothing to share, and is published when it has', async () => {
    const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
    expect(await ledger.closeEpoch()).toBeNull();
    const postId = await ledger.publishPost(author);
    for (let epoch = 1; epoch <= 23; epoch += 1) {
      await ledger.tip(payer, postId, LIKE);
      expect(await ledger.closeEpoch()).toBe(epoch);
    }
    const first = await ledger.bus.call(listEpochs, { cursor: null });
    const second = await ledger.bus.call(listEpochs, { cursor: first.nextCursor });
    expect([...first.items, ...second.items].map((epoch) => epoch.epoch)).toEqual(
      Array.from({ length: 23 }, (_, index) => 23 - index),
    );
    expect(second.nextCursor).toBeNull();
    expect(second.items.at(-1)).toMatchObject({
      distributedNano: LIKE / 5n,
      membersTotalNano: 199_700_000_000n,
    });
    const indexes = [...second.items.toReversed(), ...first.items.toReversed()].map((epoch) =>
      BigInt(epoch.index),
    );
    expect(indexes).toEqual([...indexes].sort((a, b) => (a < b ? -1 : 1)));
    await ledger.expectBalancedBooks();
  });

  it('shares nothing while members hold less than 1 LIKE together, and all of it later', async () => {
    const { owner } = ledger.schema;
    const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
    // Both give their bonus back, except half a LIKE.
    await owner.query(`
      INSERT INTO movement (idem_key, kind, from_id, to_id, amount) VALUES
        ('test:1', 'supply', ${payer}, 2, ${(100n * LIKE - LIKE / 2n).toString()}), ('test:2', 'supply', ${author}, 2, ${(100n * LIKE).toString()});
      UPDATE account SET balance = balance + ${(200n * LIKE - LIKE / 2n).toString()} WHERE id = 2;
      UPDATE account SET balance = ${(LIKE / 2n).toString()} WHERE id = ${payer};
      UPDATE account SET balance = 0 WHERE id = ${author}`);
    await ledger.tip(payer, await ledger.publishPost(author), LIKE / 10n);
    expect(await ledger.closeEpoch()).toBeNull();
    await ledger.bus.call(creditDeposit, { signature: 'more', memberId: payer, amountNano: LIKE });
    expect(await ledger.closeEpoch()).toBe(1);
    await ledger.expectBalancedBooks();
  });

  it('closes once a period, whichever and however many replicas ask', async () => {
    const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
    const postId = await ledger.publishPost(author);
    await ledger.tip(payer, postId, LIKE);
    const { owner } = ledger.schema;
    // A day might end while the test runs; this period began in 1970.
    const period = '36500 days';
    const ask = () =>
      owner.query<{ epoch: number | null }>(`SELECT close_epoch_when_due('${period}') AS epoch`);
    expect((await ask()).rows).toEqual([{ epoch: null }]);
    await owner.query(`UPDATE holders_state SET last_close_at = now() - interval '${period}'`);
    const blocker = await owner.connect();
    await blocker.query('BEGIN; SELECT FROM holders_state FOR UPDATE');
    const first = ask();
    await ledger.waitingForLock();
    const tipping = ledger.tip(payer, postId, LIKE);
    await ledger.waitingForLock(2);
    const second = ask();
    await blocker.query('COMMIT');
    blocker.release();
    await tipping;
    const responses = [...(await Promise.all([first, second])), await ask()];
    expect(responses.map(({ rows }) => rows[0]?.epoch).filter((epoch) => epoch !== null)).toEqual([1]);
    // The other calls closed nothing although there was something to share.
    expect(await ledger.closeEpoch()).toBe(2);
  });

  it('closes by the clock again after a time at which it was far ahead, and nothing twice after a small step back', async () => {
    const [payer, author] = [await ledger.openMember(), await ledger.openMember()];
    const postId = await ledger.publishPost(author);
    const { owner } = ledger.schema;
    const closeAfterClockWas = async (ahead: string) => {
      await ledger.tip(payer, postId, LIKE);
      await owner.query('UPDATE holders_state SET last_close_at = now() + $1::interval', [ahead]);
      const { rows } = await owner.query<{ epoch: number | null }>(
        `SELECT close_epoch_when_due('1 day') AS epoch FROM generate_series(1, 2)`,
      );
      return rows.map(({ epoch }) => epoch);
    };
    expect(await closeAfterClockWas('5 minutes')).toEqual([null, null]);
    expect(await closeAfterClockWas('40 days')).toEqual([1, null]);
  });

  it('never rounds a settlement up, not even of balances where Postgres would', async () => {
    const { owner } = ledger.schema;
    const members = [await ledger.openMember(), await ledger.openMember(), await ledger.openMember()];
    for (const [index, memberId] of members.entries()) {
      const amountNano = 60_000_000_000_000_000n - 100n * LIKE;
      await ledger.bus.call(creditDeposit, { signature: `s${index}`, memberId, amountNano });
    }
    // Five nano-LIKE to share among three members: each may get one, and none may get two.
    await owner.query(`UPDATE account SET balance = balance - 5 WHERE id = 1`);
    await owner.query(`UPDATE account SET balance = balance + 5 WHERE id = 3`);
    expect(await ledger.closeEpoch()).toBe(1);
    await owner.query(`SELECT settle_accounts(ARRAY[${members.join()}]::bigint[])`);
    const { rows } = await owner.query<{ liability: string }>('SELECT liability FROM holders_state');
    expect(rows[0]?.liability).toBe('2');
  });
});

describe('a deposit', () => {
  it('is credited once per signature, however often and parallel it is told', async () => {
    const member = await ledger.openMember();
    const deposit = { signature: 'abc', memberId: member, amountNano: 7n * LIKE };
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => ledger.bus.call(creditDeposit, deposit)),
    );
    expect(responses.filter((response) => response.credited)).toHaveLength(1);
    expect(await ledger.balance(member)).toBe(107n * LIKE);
    const others = { amountNano: 8n * LIKE, memberId: await ledger.openMember() };
    for (const [name, other] of [...Object.entries(others), ['memberId', null]])
      await expect(
        ledger.bus.call(creditDeposit, { ...deposit, [String(name)]: other }),
      ).rejects.toMatchObject({ code: 'SIGNATURE_REUSED' });
    await ledger.expectBalancedBooks();
  });

  it('that nobody owns waits in unclaimed', async () => {
    const deposit = { signature: 'lost', memberId: null, amountNano: LIKE };
    const kept = { balanceNano: LIKE, isUnclaimed: true };
    expect(await ledger.bus.call(creditDeposit, deposit)).toEqual({ credited: true, ...kept });
    expect(await ledger.bus.call(creditDeposit, deposit)).toEqual({ credited: false, ...kept });
    const { rows } = await ledger.schema.owner.query(`SELECT balance FROM account WHERE kind = 'unclaimed'`);
    expect(rows).toEqual([{ balance: LIKE.toString() }]);
    await ledger.expectBalancedBooks();
  });

  it('for a member without an account is kept from nobody: it can be told again later', async () => {
    const memberId = ledger.newId();
    const deposit = { signature: 'early', memberId, amountNano: LIKE };
    await expect(ledger.bus.call(creditDeposit, deposit)).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_OPEN',
    });
  });
});

describe('a statement', () => {
  it('lists every change once over many pages, newest first, and sums to the balance', async () => {
    const sharer = await ledger.openMember();
    const [payer, other] = [await ledger.openMember(sharer), await ledger.openMember()];
    const [own, foreign] = [await ledger.publishPost(sharer), await ledger.publishPost(other)];
    await ledger.bus.call(creditDeposit, { signature: 'd', memberId: payer, amountNano: 1000n * LIKE });
    for (let index = 0; index < 45; index += 1) await ledger.tip(payer, index % 3 ? own : foreign, LIKE);

    for (const member of [sharer, payer, other]) {
      const lines = await ledger.statement(member);
      expect(lines.reduce((sum, line) => sum + line.amountNano, 0n)).toBe(await ledger.balance(member));
      expect(new Set(lines.map((line) => `${line.id} ${line.kind}`)).size).toBe(lines.length);
    }
    // For a tip to the sharer's own post the sharer gets the author's part and the referral's part: two
    // lines.
    const kinds = (await ledger.statement(sharer)).map((line) => line.kind);
    expect(kinds.filter((kind) => kind === 'tip-received')).toHaveLength(30);
    expect(kinds.filter((kind) => kind === 'referral')).toHaveLength(45);
    const deposits = await ledger.statement(payer, ['deposit']);
    expect(deposits).toMatchObject([{ kind: 'deposit', amountNano: 1000n * LIKE }]);
    const [sent] = await ledger.statement(payer, ['tip-sent']);
    expect(sent).toMatchObject({ amountNano: -LIKE, counterpartyId: sharer, postId: own });
  });
});
