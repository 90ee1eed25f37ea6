import { creditDeposit, listEpochs } from '@likewell/contracts/tipping-ledger/rpc';
import { LedgerWorld, LIKE } from './ledger-world.js';

let world: LedgerWorld;

beforeEach(async () => {
  world = await LedgerWorld.start();
});
afterEach(() => world.stop());

describe('an epoch', () => {
  it('shares the pool by balance, at once in what members read and to the nano in their statements', async () => {
    const [payer, author, holder] = [
      await world.openMember(),
      await world.openMember(),
      await world.openMember(),
    ];
    await world.tip(payer, await world.publishPost(author), 50n * LIKE);

    expect(await world.closeEpoch()).toBe(1);

    // 10 LIKE of the pool over 50 + 135 + 100 held.
    const share = (held: bigint) => (held * (285n + 10n)) / 285n;
    for (const [member, held] of [
      [payer, 50n * LIKE],
      [author, 135n * LIKE],
      [holder, 100n * LIKE],
    ] as const) {
      const now = await world.balance(member);
      expect(share(held) - now).toBeLessThanOrEqual(1n);
      expect(now).toBeLessThanOrEqual(share(held));
      const lines = await world.statement(member);
      expect(lines.at(-1)?.kind).toBe('accrued');
      expect(lines.reduce((sum, line) => sum + line.amountNano, 0n)).toBe(now);
    }
    expect(await world.findings()).toEqual([]);
  });

  it('is settled when the account is next touched, before anything is added to it', async () => {
    const [payer, author] = [await world.openMember(), await world.openMember()];
    const postId = await world.publishPost(author);
    await world.tip(payer, postId, 50n * LIKE);
    await world.closeEpoch();
    const accrued = await world.balance(payer);

    const answer = await world.tip(payer, postId, accrued);

    expect(answer.balanceNano).toBe(0n);
    const kinds = (await world.statement(payer)).map((line) => line.kind);
    expect(kinds).toEqual(['tip-sent', 'holders', 'tip-sent', 'bonus', 'accrued']);
    expect(await world.findings()).toEqual([]);
  });

  it('earns nothing to who joined or was paid after it closed', async () => {
    const [payer, author] = [await world.openMember(), await world.openMember()];
    const postId = await world.publishPost(author);
    await world.tip(payer, postId, 50n * LIKE);
    await world.closeEpoch();
    const late = await world.openMember();
    await world.ledger.bus.call(creditDeposit, { signature: 'sig', memberId: late, amountNano: 400n * LIKE });
    expect(await world.balance(late)).toBe(500n * LIKE);
  });

  it('does not close while there is nothing to share, and is published when it has', async () => {
    const [payer, author] = [await world.openMember(), await world.openMember()];
    expect(await world.closeEpoch()).toBeNull();
    const postId = await world.publishPost(author);
    for (let epoch = 1; epoch <= 23; epoch += 1) {
      await world.tip(payer, postId, LIKE);
      expect(await world.closeEpoch()).toBe(epoch);
    }
    const first = await world.ledger.bus.call(listEpochs, { cursor: null });
    const second = await world.ledger.bus.call(listEpochs, { cursor: first.nextCursor });
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
    expect(await world.findings()).toEqual([]);
  });

  it('closes once a period, whichever and however many replicas ask', async () => {
    const [payer, author] = [await world.openMember(), await world.openMember()];
    await world.tip(payer, await world.publishPost(author), LIKE);
    const { owner } = world.ledger.schema;
    const ask = () => owner.query<{ epoch: number | null }>(`SELECT close_epoch_when_due('1 day') AS epoch`);
    expect((await ask()).rows).toEqual([{ epoch: null }]);
    await owner.query(`UPDATE holders_state SET last_close_at = now() - interval '1 day'`);
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ rows }) => rows[0]?.epoch).filter((epoch) => epoch !== null)).toEqual([1]);
  });

  it('never rounds a settlement up, not even of balances where Postgres would', async () => {
    const { owner } = world.ledger.schema;
    const members = [await world.openMember(), await world.openMember(), await world.openMember()];
    for (const [index, memberId] of members.entries()) {
      const amountNano = 60_000_000_000_000_000n - 100n * LIKE;
      await world.ledger.bus.call(creditDeposit, { signature: `s${index}`, memberId, amountNano });
    }
    // Five nano to share among three: each may get one, and none may get two.
    await owner.query(`UPDATE account SET balance = balance - 5 WHERE id = 1`);
    await owner.query(`UPDATE account SET balance = balance + 5 WHERE id = 3`);
    expect(await world.closeEpoch()).toBe(1);
    await owner.query(`SELECT settle_accounts(ARRAY[${members.join()}]::bigint[])`);
    const { rows } = await owner.query<{ liability: string }>('SELECT liability FROM holders_state');
    expect(rows[0]?.liability).toBe('2');
  });
});

describe('a deposit', () => {
  it('is credited once per signature, however often and parallel it is told', async () => {
    const member = await world.openMember();
    const deposit = { signature: 'abc', memberId: member, amountNano: 7n * LIKE };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => world.ledger.bus.call(creditDeposit, deposit)),
    );
    expect(answers.filter((answer) => answer.credited)).toHaveLength(1);
    expect(await world.balance(member)).toBe(107n * LIKE);
    await expect(
      world.ledger.bus.call(creditDeposit, { ...deposit, amountNano: 8n * LIKE }),
    ).rejects.toMatchObject({ code: 'SIGNATURE_REUSED' });
    expect(await world.findings()).toEqual([]);
  });

  it('that nobody owns waits in unclaimed', async () => {
    await world.ledger.bus.call(creditDeposit, { signature: 'lost', memberId: null, amountNano: LIKE });
    const { rows } = await world.ledger.schema.owner.query(
      `SELECT balance FROM account WHERE kind = 'unclaimed'`,
    );
    expect(rows).toEqual([{ balance: LIKE.toString() }]);
    expect(await world.findings()).toEqual([]);
  });

  it('for a member without an account is kept from nobody: it can be told again later', async () => {
    const memberId = world.freshId();
    const deposit = { signature: 'early', memberId, amountNano: LIKE };
    await expect(world.ledger.bus.call(creditDeposit, deposit)).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_OPEN',
    });
  });
});

describe('a statement', () => {
  it('lists every change once over many pages, newest first, and sums to the balance', async () => {
    const sharer = await world.openMember();
    const [payer, other] = [await world.openMember(sharer), await world.openMember()];
    const [own, foreign] = [await world.publishPost(sharer), await world.publishPost(other)];
    await world.ledger.bus.call(creditDeposit, { signature: 'd', memberId: payer, amountNano: 1000n * LIKE });
    for (let index = 0; index < 45; index += 1) await world.tip(payer, index % 3 ? own : foreign, LIKE);

    for (const member of [sharer, payer, other]) {
      const lines = await world.statement(member);
      expect(lines.reduce((sum, line) => sum + line.amountNano, 0n)).toBe(await world.balance(member));
      expect(new Set(lines.map((line) => `${line.id} ${line.kind}`)).size).toBe(lines.length);
    }
    // Of a tip to the sharer's own post the sharer gets the author's part and the referral's: two lines.
    const kinds = (await world.statement(sharer)).map((line) => line.kind);
    expect(kinds.filter((kind) => kind === 'tip-received')).toHaveLength(30);
    expect(kinds.filter((kind) => kind === 'referral')).toHaveLength(45);
    const deposits = await world.statement(payer, ['deposit']);
    expect(deposits).toMatchObject([{ kind: 'deposit', amountNano: 1000n * LIKE }]);
    const [sent] = await world.statement(payer, ['tip-sent']);
    expect(sent).toMatchObject({ amountNano: -LIKE, counterpartyId: sharer, postId: own });
  });
});
