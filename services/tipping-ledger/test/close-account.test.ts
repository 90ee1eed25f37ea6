import { memberDeleted, memberRegistered } from '@likewell/contracts/auth/events';
import { claimDeposit, creditDeposit, openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import type { Database } from '@likewell/service-kit/database/database';
import { migrate } from '@likewell/service-kit/database/migrate';
import { eventually } from '@likewell/testing/eventually';
import { PostgresProxy } from '@likewell/testing/postgres-proxy';
import { schemaBefore } from '@likewell/testing/schema-before';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { openTestDatabase } from '@likewell/testing/test-database';
import { createTestSchema } from '@likewell/testing/test-schema';
import { randomUUID } from 'node:crypto';
import { runFullAudit } from '../src/audit/run-audit.js';
import { ledgerSchema } from '../src/schema.js';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';
import { untilDone } from './until-done.js';

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;
let database: Database;

beforeAll(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
  database = await openTestDatabase(ledger.schema.url, 2);
});
afterAll(async () => {
  await database.dataSource.destroy();
  await service.stop();
});
afterEach(async () => {
  await ledger.expectBalancedBooks();
  expect((await audit()).findings).toEqual([]);
});

const audit = () => untilDone(() => runFullAudit(database, { restFactor: 0 }));

const isClosed = async (memberId: number) =>
  (await ledger.schema.owner.query('SELECT FROM account WHERE id = $1 AND closed_at IS NOT NULL', [memberId]))
    .rowCount === 1;

/** Publishes the event that a member left, and waits until the ledger has handled it. */
async function leave(memberId: number, eventId = randomUUID()): Promise<void> {
  await ledger.bus.tell(memberDeleted, { memberId, keepsPosts: true }, eventId);
  await eventually(async () => expect(await isClosed(memberId)).toBe(true));
}

describe('the account of a member who left', () => {
  it('gives all it holds, with what had accrued, to the treasury, as a line of its own', async () => {
    const [leaver, author] = [await ledger.openMember(), await ledger.openMember()];
    await ledger.tip(leaver, await ledger.publishPost(author), 50n * LIKE);
    await ledger.closeEpoch();
    const [held, treasury] = [await ledger.balance(leaver), await ledger.systemBalance('treasury')];
    expect(held).toBeGreaterThan(50n * LIKE);
    await leave(leaver);
    expect(await ledger.balance(leaver)).toBe(0n);
    expect(await ledger.systemBalance('treasury')).toBe(treasury + held);
    const [newest, ...earlier] = await ledger.statement(leaver);
    expect(newest).toMatchObject({ kind: 'forfeit', amountNano: -held, counterpartyId: null });
    expect(earlier.reduce((sum, { amountNano }) => sum + amountNano, 0n)).toBe(held);
    expect(await ledger.statement(leaver, ['forfeit'])).toEqual([newest]);
  });

  it('is forfeited once, however often it is told', async () => {
    const leaver = await ledger.openMember();
    await leave(leaver);
    const treasury = await ledger.systemBalance('treasury');
    await leave(leaver);
    await Promise.all(
      Array.from({ length: 8 }, () => ledger.schema.owner.query('SELECT close_account($1)', [leaver])),
    );
    const { rows } = await ledger.schema.owner.query(
      `SELECT close_account($1) AS again, count(*) AS movements FROM movement WHERE kind = 'forfeit' AND from_id = $1`,
      [leaver],
    );
    expect(rows).toEqual([{ again: String(100n * LIKE), movements: '1' }]);
    expect(await ledger.systemBalance('treasury')).toBe(treasury);
  });

  it('pays no tip, and takes none, not even on a post that is still open', async () => {
    const [leaver, other] = [await ledger.openMember(), await ledger.openMember()];
    const [theirs, others] = [await ledger.publishPost(leaver), await ledger.publishPost(other)];
    const key = randomUUID();
    const { tipId } = await ledger.tip(leaver, others, LIKE, key);
    await leave(leaver);
    await expect(ledger.tip(leaver, others, LIKE)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_OPEN' });
    await expect(ledger.tip(other, theirs, LIKE)).rejects.toMatchObject({ code: 'POST_NOT_FOUND' });
    expect(await ledger.tip(leaver, others, LIKE, key)).toMatchObject({ tipId, balanceNano: 0n });
  });

  it('earns nothing by whom it referred: the platform does', async () => {
    const leaver = await ledger.openMember();
    const [referred, author] = [await ledger.openMember(leaver), await ledger.openMember()];
    const postId = await ledger.publishPost(author);
    await ledger.tip(referred, postId, 10n * LIKE);
    await leave(leaver);
    const platform = await ledger.systemBalance('platform');
    await ledger.tip(referred, postId, 10n * LIKE);
    expect(await ledger.systemBalance('platform')).toBe(platform + LIKE);
    expect(await ledger.balance(leaver)).toBe(0n);
  });

  it('forgets by whose link they came; the journal keeps it with each tip', async () => {
    const [referrer, author] = [await ledger.openMember(), await ledger.openMember()];
    const [leaver, other] = [await ledger.openMember(referrer), await ledger.openMember(referrer)];
    const postId = await ledger.publishPost(author);
    const { tipId } = await ledger.tip(leaver, postId, 10n * LIKE);
    const { owner } = ledger.schema;
    const referred = async () =>
      (await owner.query('SELECT id::integer FROM account WHERE referrer_id = $1 ORDER BY id', [referrer]))
        .rows;
    expect(await referred()).toEqual([{ id: leaver }, { id: other }]);
    await leave(leaver);
    expect(await referred()).toEqual([{ id: other }]);
    const { rows } = await owner.query('SELECT referrer_id::integer AS id FROM tip WHERE seq = $1', [tipId]);
    expect(rows).toEqual([{ id: referrer }]);
  });

  it('has forgotten it where it was closed before accounts did', async () => {
    const earlier = schemaBefore(ledgerSchema, 'ForgetWhoBroughtMembersWhoLeft1765431000000');
    const schema = await createTestSchema('tipping-ledger', earlier);
    await schema.owner.query(`INSERT INTO account (id, kind, referrer_id, closed_at)
      VALUES (1001, 'member', 1000, now()), (1002, 'member', 1000, NULL)`);
    await migrate(schema.ownerUrl, ledgerSchema);
    const { rows } = await schema.owner.query(
      'SELECT id::integer FROM account WHERE referrer_id IS NOT NULL',
    );
    expect(rows).toEqual([{ id: 1002 }]);
    await schema.drop();
  });

  it('is owed no bonus any more, and none is held back for it', async () => {
    const [owed, held] = [await ledger.openMember(), await ledger.openMember()];
    const { owner } = ledger.schema;
    await owner.query('INSERT INTO owed_bonus VALUES ($1)', [owed]);
    await owner.query('INSERT INTO held_bonus VALUES ($1, current_date)', [held]);
    await leave(owed);
    await leave(held);
    const { rows } = await owner.query('SELECT FROM owed_bonus UNION ALL SELECT FROM held_bonus');
    expect(rows).toEqual([]);
  });

  it('is not opened, and gets no bonus, by news that come after', async () => {
    const leaver = ledger.newId();
    await leave(leaver);
    await ledger.bus.tell(memberRegistered, { memberId: leaver, referrerId: null });
    expect(await ledger.bus.call(openAccount, { memberId: leaver, referrerId: null })).toEqual({
      balanceNano: 0n,
    });
    expect(await ledger.statement(leaver)).toMatchObject([{ kind: 'accrued', amountNano: 0n }]);
  });
});

describe('a deposit of a member who left', () => {
  it('that comes after goes to nobody, for whoever has the keys of the wallet', async () => {
    const [leaver, other] = [await ledger.openMember(), await ledger.openMember()];
    await leave(leaver);
    const late = { signature: 'late', memberId: leaver, amountNano: 7n * LIKE };
    const kept = { balanceNano: 7n * LIKE, isUnclaimed: true };
    expect(await ledger.bus.call(creditDeposit, late)).toEqual({ credited: true, ...kept });
    expect(await ledger.bus.call(creditDeposit, late)).toEqual({ credited: false, ...kept });
    const claim = { signature: 'late', memberId: leaver };
    await expect(ledger.bus.call(claimDeposit, claim)).rejects.toMatchObject({ code: 'MEMBER_LEFT' });
    const claimed = await ledger.bus.call(claimDeposit, { ...claim, memberId: other });
    expect(claimed).toEqual({ claimed: true, balanceNano: 107n * LIKE });
    // The account that received the deposit stays the same, even after a claim.
    expect(await ledger.bus.call(creditDeposit, late)).toMatchObject({ credited: false, isUnclaimed: true });
  });

  it('that came before, and is sent again, is answered as before', async () => {
    const leaver = await ledger.openMember();
    const early = { signature: 'early', memberId: leaver, amountNano: 7n * LIKE };
    await ledger.bus.call(creditDeposit, early);
    await leave(leaver);
    const again = { credited: false, balanceNano: 0n, isUnclaimed: false };
    expect(await ledger.bus.call(creditDeposit, early)).toEqual(again);
  });
});

describe('a member who leaves while', () => {
  // Many at once, in both directions; the lock decides the order.
  it.each(['tips to them', 'tips of theirs'])(
    '%s are under way: each was settled before or is rejected',
    async (which) => {
      const [leaver, other] = [await ledger.openMember(), await ledger.openMember()];
      const [payer, author] = which === 'tips to them' ? [other, leaver] : [leaver, other];
      const postId = await ledger.publishPost(author);
      const tips = Array.from({ length: 40 }, () => ledger.tip(payer, postId, LIKE));
      const closing = ledger.schema.owner.query('SELECT close_account($1)', [leaver]);
      const more = Array.from({ length: 40 }, () => ledger.tip(payer, postId, LIKE));
      const results = await Promise.allSettled([...tips, ...more]);
      await closing;
      const settled = results.filter(({ status }) => status === 'fulfilled').length;
      const { rows } = await ledger.schema.owner.query(
        'SELECT count(*)::integer AS tips, max(seq) < (SELECT seq FROM movement WHERE idem_key = $2) AS before FROM tip WHERE post_id = $1',
        [postId, `forfeit:${leaver}`],
      );
      expect(rows[0]).toMatchObject({ tips: settled });
      if (settled > 0) expect(rows[0]).toMatchObject({ before: true });
      expect(await ledger.balance(leaver)).toBe(0n);
      await expect(ledger.tip(payer, postId, LIKE)).rejects.toMatchObject({
        code: which === 'tips to them' ? 'POST_NOT_FOUND' : 'ACCOUNT_NOT_OPEN',
      });
    },
  );

  it.each(['before-statement', 'before-commit', 'after-commit'] as const)(
    'the ledger loses its connection (%s) is forfeited once all the same',
    async (moment) => {
      const proxy = await PostgresProxy.to(ledger.schema.url);
      await service.replica.stop();
      const proxied = await service.addReplica({ DATABASE_URL: proxy.url });
      const leaver = await ledger.openMember();
      const treasury = await ledger.systemBalance('treasury');
      const stopped = proxy.stopNext('close_account', moment);
      await ledger.bus.tell(memberDeleted, { memberId: leaver, keepsPosts: false });
      await stopped.reached;
      stopped.break();
      stopped.disarm();
      await eventually(async () => expect(await isClosed(leaver)).toBe(true), 30_000);
      expect(await ledger.systemBalance('treasury')).toBe(treasury + 100n * LIKE);
      await proxied.stop();
      proxy.stop();
    },
    60_000,
  );
});
