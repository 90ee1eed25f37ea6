import { postPublished } from '@likewell/contracts/posts/events';
import { claimDeposit, creditDeposit, openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import type { Database, Tx } from '@likewell/service-kit/database/database';
import { eventually } from '@likewell/testing/eventually';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { openTestDatabase } from '@likewell/testing/test-database';
import { findProgress } from '../src/audit/audit-progress.queries.js';
import { auditRound, type RoundOptions } from '../src/audit/audit-round.js';
import { runAuditRound, runFullAudit } from '../src/audit/run-audit.js';
import { BY_INDEX_ALONE } from '../src/journal/by-index-alone.js';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';
import { untilDone } from './until-done.js';

const SMALL_CHUNKS = { restFactor: 0, maxChunk: 40 };
/** Options of a round that only reads what is new, and of one that also reads a chunk of the rest. */
const NEWS_ALONE = { ...SMALL_CHUNKS, everyMs: 0, fullReadMs: 0 };
const ONE_CHUNK = { ...NEWS_ALONE, maxChunk: 320, fullReadMs: Number.MIN_VALUE };
const WHOLE = { ...NEWS_ALONE, fullReadMs: Infinity };

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;
let database: Database;
let members: number[];
let posts: number[];

const openAuditor = async () => {
  return openTestDatabase(ledger.schema.url, 3);
};

beforeEach(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
  database = await openAuditor();
  members = await ledger.openMembers(12);
  const authors = [...members.slice(0, 3), ...members.slice(1, 2)];
  posts = await Promise.all(authors.map((author) => ledger.publishPost(author)));
  await tipRound();
  await ledger.closeEpoch();
  await tipRound();
  await auditAll();
});
afterEach(async () => {
  await database.dataSource.destroy();
  await service.stop();
});

const sql = (text: string) => ledger.schema.owner.query(text);
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;
const member = (index: number) => members[index] ?? 0;
const post = (index: number) => posts[index] ?? 0;

/** Sends three tips from every member except the authors, one to each of the authors. */
async function tipRound(): Promise<void> {
  for (const payer of members.slice(3))
    await Promise.all(posts.slice(0, 3).map((to, index) => ledger.tip(payer, to, BigInt(1 + index) * LIKE)));
}

/** Runs a round, as soon as no other one is in progress. */
const attempt = (options: RoundOptions = NEWS_ALONE, auditor = database) =>
  untilDone(() => runAuditRound(auditor, options));

/** Reads everything from nothing, as soon as no other audit is in progress. */
const readFromNothing = () => untilDone(() => runFullAudit(database, SMALL_CHUNKS));

/** Returns the findings of a round. */
async function round(options: RoundOptions = NEWS_ALONE, auditor = database): Promise<string[]> {
  const { findings } = await attempt(options, auditor);
  return findings.map(({ check, subject }) => `${check}: ${subject}`).sort();
}

const progress = () => findProgress(database.read);

/** Returns the number of tip rows that a transaction has read, plus the entries of their indexes. */
async function countTipsRead(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ total: number }[]>(
    `SELECT (sum(pg_stat_get_xact_tuples_fetched(indexrelid)) + pg_stat_get_xact_tuples_fetched('tip'::regclass)
       + pg_stat_get_xact_tuples_returned('tip'::regclass))::integer AS total
     FROM pg_index WHERE indrelid = 'tip'::regclass`,
  );
  return row?.total ?? 0;
}

/** Audits everything; the service's own audit comes ten minutes later. */
async function auditAll(): Promise<void> {
  do expect(await round(WHOLE)).toEqual([]);
  while (!(await progress()).news);
  expect(await round()).toEqual([]);
}

/** Runs rounds of one chunk each until a full read that begins now has ended; returns the findings of the last one. */
async function readWholeByChunks(between: () => Promise<unknown> = () => Promise.resolve()) {
  await sql(`UPDATE audit_progress SET state = jsonb_set(state, '{fullRead}', 'null')`);
  const since = new Date().toISOString();
  for (let rounds = 1; ; rounds += 1) {
    const findings = await round(ONE_CHUNK);
    if (((await progress()).lastFullRead?.beganAt ?? '') >= since) return { rounds, findings };
    await between();
  }
}

describe('a round of the audit', () => {
  it('finds nothing new in a ledger that is right, whatever has happened since the last one', async () => {
    await tipRound();
    await ledger.closeEpoch();
    expect(await round()).toEqual([]);
    await tipRound();
    members.push(await ledger.openMember(member(4)));
    posts.push(await ledger.publishPost(members.at(-1) ?? 0));
    await ledger.tip(member(5), posts.at(-1) ?? 0, LIKE);
    expect(await round()).toEqual([]);
    const { news } = await progress();
    expect(news).toMatchObject({ wrong: { members: {}, posts: {} }, target: null });
    const { rows } = await sql('SELECT max(seq) AS seq FROM tip');
    expect(news?.base.mark).toBe(String(rows[0].seq));
  });

  it('raises no false alarm, however much goes on beside it', async () => {
    const often = async (work: () => Promise<unknown>) => {
      for (let turn = 0; turn < 20; turn += 1) await work();
    };
    const { news: former } = await progress();
    const state = { isOver: false };
    const traffic = Promise.all([
      often(() => Promise.allSettled(members.map((payer) => ledger.tip(payer, pick(posts), LIKE / 100n)))),
      often(async () => {
        const signature = `s${Math.random()}`;
        const memberId = pick([null, pick(members)]);
        await ledger.bus.call(creditDeposit, { signature, memberId, amountNano: 30n * LIKE });
        if (memberId === null) await ledger.bus.call(claimDeposit, { signature, memberId: pick(members) });
      }),
      often(async () => {
        await ledger.closeEpoch();
        members.push(await ledger.openMember(pick(members)));
        posts.push(await ledger.publishPost(pick(members)));
      }),
    ]).finally(() => (state.isOver = true));
    // Full reads end during these rounds; every round reads some chunks of one.
    for (let rounds = 0; !state.isOver || rounds < 10; rounds += 1) {
      const maxChunk = pick([20, 80, 600]);
      expect(await round({ ...WHOLE, maxChunk, fullReadMs: pick([0, 30, 200]) })).toEqual([]);
    }
    await traffic;
    expect(await round(WHOLE)).toEqual([]);
    const { news } = await progress();
    expect(Number(news?.base.mark)).toBeGreaterThan(Number(former?.base.mark) + 250);
    expect(await round()).toEqual([]);
  });

  it('reads what is new, however much there is besides', async () => {
    const OLD = 1000;
    const NEW = 100;
    const tips = (count: number) =>
      Promise.all(Array.from({ length: count }, () => ledger.tip(member(5), post(0), 10n)));
    await tips(OLD);
    await auditAll();
    await tips(NEW);
    const rows = await database.transaction(async (tx) => {
      for (const setting of BY_INDEX_ALONE) await tx.query(`SET LOCAL ${setting} = off`);
      // Postgres may still count reads of the connection's earlier transactions here.
      const before = await countTipsRead(tx);
      const { findings } = await auditRound(tx, NEWS_ALONE);
      expect(findings.named).toEqual([]);
      return (await countTipsRead(tx)) - before;
    });
    // Each new tip is read about ten times: by itself, for the system's accounts, for its post, and in the
    // histories of its accounts.
    expect(rows).toBeGreaterThan(NEW);
    expect(rows).toBeLessThan(15 * NEW);
  });

  it('keeps what is wrong in mind until somebody has seen it right', async () => {
    await ledger.tip(member(5), post(0), LIKE);
    await sql(`UPDATE account SET balance = balance + 1 WHERE id = ${member(5)}`);
    await sql(`UPDATE post_total SET likes_sum = likes_sum - 1 WHERE post_id = ${post(0)}`);
    const wrong = [`balance: account ${member(5)}`, `likes-sum: post ${post(0)}`];
    expect(await round()).toEqual(wrong);
    expect(await round()).toEqual(wrong);
    // The findings stay while others, and the member too, move more money.
    await ledger.tip(member(6), post(1), LIKE);
    await ledger.tip(member(5), post(0), LIKE);
    expect(await round()).toEqual(wrong);
    await sql(`UPDATE account SET balance = balance - 1 WHERE id = ${member(5)}`);
    expect(await round()).toEqual(wrong.slice(1));
    await sql(`UPDATE post_total SET likes_sum = likes_sum + 1 WHERE post_id = ${post(0)}`);
    expect(await round()).toEqual([]);
    expect((await progress()).news).toMatchObject({ wrong: { members: {}, posts: {} } });
  });

  it('that is broken off is gone on with by another replica', async () => {
    await tipRound();
    const other = await openAuditor();
    await expect(attempt({ ...NEWS_ALONE, signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    // Another round loses its connection after it has saved the checkpoints of some members, but not yet its
    // own progress.
    const holder = await ledger.schema.owner.connect();
    await holder.query('BEGIN; LOCK TABLE audited_post IN SHARE MODE');
    const broken = attempt().catch((error: unknown) => error);
    await ledger.waitingForLock();
    await ledger.schema.killConnections('waiting');
    expect(await broken).toBeInstanceOf(Error);
    await holder.query('COMMIT');
    holder.release();
    await tipRound();
    expect(await round(NEWS_ALONE, other)).toEqual([]);
    await other.dataSource.destroy();
  });
});

describe('of what is new, a round finds', () => {
  beforeEach(async () => {
    await ledger.tip(member(5), post(0), LIKE);
    await ledger.tip(member(5), post(0), LIKE);
    await ledger.tip(member(5), post(1), LIKE);
  });
  const NEWEST = `SELECT max(seq) FROM tip WHERE payer_id = `;

  it("a member's balance off by one nano", async () => {
    await sql(`UPDATE account SET balance = balance + 1 WHERE id = ${member(5)}`);
    expect(await round()).toEqual([`balance: account ${member(5)}`]);
  });

  it("a balance of the system's off by one nano, and promises that were never made", async () => {
    await sql('UPDATE account SET balance = balance - 1 WHERE id = 2');
    await sql('UPDATE holders_state SET liability = liability + 1');
    expect(await round()).toEqual(['balance: account 2 (treasury)', 'liability: ledger']);
    expect(await round()).toEqual(['balance: account 2 (treasury)', 'liability: ledger']);
  });

  it("a post's total that is not its tips", async () => {
    await sql(`UPDATE post_total SET likes_sum = likes_sum + 1 WHERE post_id = ${post(1)}`);
    expect(await round()).toEqual([`likes-sum: post ${post(1)}`]);
  });

  it('a tip that a link leaves out, and one to before what was audited', async () => {
    const before = 'SELECT before.prev_sent_seq FROM tip before WHERE before.seq = tip.prev_sent_seq';
    await sql(`UPDATE tip SET prev_sent_seq = (${before}) WHERE seq = (${NEWEST} ${member(5)})`);
    expect(new Set(await round())).toEqual(
      new Set([`balance: account ${member(5)}`, `links: account ${member(5)}`]),
    );
  });

  it('a link that no longer leads to the line that was the newest', async () => {
    await ledger.tip(member(7), post(0), LIKE);
    await sql(`UPDATE tip SET prev_sent_seq = prev_sent_seq - 1 WHERE seq = (${NEWEST} ${member(7)})`);
    expect(await round()).toEqual([`links: account ${member(7)}`]);
  });

  it('a forged tip, whether it is linked or not', async () => {
    const { rows } = await sql(`INSERT INTO tip (idem_key, payer_id, author_id, post_id, amount,
        author_part, holders_part, platform_part, referral_part, prev_sent_seq, prev_received_seq)
      SELECT gen_random_uuid(), payer.id, author.id, ${post(0)}, 10, 7, 2, 1, 0,
        payer.last_sent_seq, author.last_received_seq
      FROM account payer, account author WHERE payer.id = ${member(7)} AND author.id = ${member(0)} RETURNING seq`);
    const ofSystem = ['balance: account 3 (holders-pool)', 'balance: account 4 (platform)'];
    const total = `likes-sum: post ${post(0)}`;
    expect(await round()).toEqual([
      ...ofSystem,
      total,
      `links: account ${member(0)}`,
      `links: account ${member(7)}`,
    ]);
    await sql(`UPDATE account SET last_sent_seq = ${rows[0].seq} WHERE id = ${member(7)}`);
    await sql(`UPDATE account SET last_received_seq = ${rows[0].seq} WHERE id = ${member(0)}`);
    expect(await round()).toEqual([
      `balance: account ${member(0)}`,
      `balance: account ${member(7)}`,
      ...ofSystem,
      total,
    ]);
  });

  it('a tip that is lost', async () => {
    await sql(`DELETE FROM tip WHERE seq = (${NEWEST} ${member(5)})`);
    const findings = await round();
    expect(findings).toContain(`balance: account ${member(5)}`);
    expect(findings).toContain(`links: account ${member(5)}`);
    expect(findings).toContain('balance: account 3 (holders-pool)');
  });

  it('a tip whose parts do not add up, until a full read has found it right', async () => {
    await sql('ALTER TABLE tip DROP CONSTRAINT parts_add_up');
    const where = `WHERE seq = (${NEWEST} ${member(5)})`;
    const { rows } = await sql(
      `UPDATE tip SET author_part = author_part + 1 ${where} RETURNING seq, author_id`,
    );
    const [seq, author] = [rows[0].seq, rows[0].author_id];
    expect(await round()).toEqual([`balance: account ${author}`, `transfer-sum: transfer ${seq}`]);
    await sql(`UPDATE tip SET author_part = author_part - 1 WHERE seq = ${seq}`);
    expect(await round()).toContain(`transfer-sum: transfer ${seq}`);
    expect((await readWholeByChunks()).findings).toEqual([]);
  });

  it('a transfer that is taken out again, until a full read has found all right', async () => {
    await sql(
      `INSERT INTO movement (idem_key, kind, from_id, to_id, amount) VALUES ('x', 'bonus', 2, ${member(5)}, 5)`,
    );
    const wrong = [`balance: account ${member(5)}`, 'balance: account 2 (treasury)'].sort();
    expect(await round()).toEqual(wrong);
    await sql(`DELETE FROM movement WHERE idem_key = 'x'`);
    await ledger.tip(member(6), post(0), LIKE);
    expect(await round()).not.toEqual([]);
    expect((await readWholeByChunks()).findings).toEqual([]);
    await auditAll();
  });

  it('more than a thousand members, where it stays until they are right', async () => {
    const FIRST = 500_000;
    const MANY = 1001;
    const LARGE = { ...NEWS_ALONE, maxChunk: 20_000 };
    const ids = `ARRAY(SELECT id::bigint FROM generate_series(${FIRST}, ${FIRST + MANY - 1}) AS id)`;
    const change = (by: number) =>
      sql(`UPDATE account SET balance = balance + ${by} WHERE id >= ${FIRST} AND id < ${FIRST + MANY}`);
    await sql(`SELECT open_account(id, NULL) FROM unnest(${ids}) AS id`);
    const { news: before } = await progress();
    await change(1);
    for (const _ of [1, 2]) {
      const { counts } = await attempt(LARGE);
      expect(counts).toMatchObject({ balance: MANY, links: 0 });
      expect((await progress()).news).toMatchObject({ readAfter: before?.readAfter, sums: before?.sums });
    }
    await change(-1);
    expect(await round(LARGE)).toEqual([]);
    expect((await progress()).news).toMatchObject({ target: null });
    // With one member less the audit advances.
    await sql(`SELECT settle_tips(array_agg(gen_random_uuid()), array_agg(id), array_agg(${post(0)}::bigint),
      array_agg(10::bigint)) FROM unnest(${ids}) AS id WHERE id > ${FIRST}`);
    await change(1);
    expect((await attempt(LARGE)).counts).toMatchObject({ balance: MANY - 1 });
    expect(Object.keys((await progress()).news?.wrong.members ?? {})).toHaveLength(MANY - 1);
    expect((await progress()).news).toMatchObject({ target: null });
  });

  it('a movement to an account that does not exist', async () => {
    await sql(
      `INSERT INTO movement (idem_key, kind, from_id, to_id, amount) VALUES ('x', 'bonus', 2, 777, 5)`,
    );
    expect(await round()).toEqual(['balance: account 2 (treasury)', 'unknown-account: account 777']);
  });
});

describe('the full read', () => {
  it('finds what was changed of old rows, chunk by chunk, and shows it until it is read again', async () => {
    await sql(`UPDATE account SET balance = balance + 1 WHERE id = ${member(8)}`);
    expect(await round()).toEqual([]);
    const wrong = ['accounts-sum: ledger', `balance: account ${member(8)}`];
    const { rounds, findings } = await readWholeByChunks();
    expect(rounds).toBeGreaterThan(10);
    expect(findings).toEqual(wrong);
    // The balance is corrected, but the finding stays until the next read of it.
    await sql(`UPDATE account SET balance = balance - 1 WHERE id = ${member(8)}`);
    expect(await round(ONE_CHUNK)).toEqual(wrong);
    expect((await readWholeByChunks()).findings).toEqual([]);
  });

  it('finds a change wherever it stands when it is made, at the latest the next time', async () => {
    for (let chunks = 0; chunks < 24; chunks += 4) {
      await sql(`UPDATE audit_progress SET state = jsonb_set(state, '{fullRead}', 'null')`);
      for (let done = 0; done < chunks; done += 1) await round(ONE_CHUNK);
      await sql(`UPDATE account SET last_settlement_seq = NULL WHERE id = ${member(7)}`);
      await sql(`UPDATE post_total SET likes_sum = likes_sum + 1 WHERE post_id = ${post(2)}`);
      for (const _ of [1, 2]) await round(WHOLE);
      const { lastFullRead } = await progress();
      const subjects = lastFullRead?.findings.named.map(({ subject }) => subject);
      expect(subjects).toEqual(expect.arrayContaining([`account ${member(7)}`, `post ${post(2)}`]));
      await sql(`UPDATE post_total SET likes_sum = likes_sum - 1 WHERE post_id = ${post(2)}`);
      await sql(`UPDATE account SET last_settlement_seq =
        (SELECT max(seq) FROM movement WHERE kind = 'settlement' AND to_id = ${member(7)}) WHERE id = ${member(7)}`);
      expect(await round(WHOLE)).toEqual([]);
    }
  });

  it('that is broken off after each of its chunks finds the same, while tips go on', async () => {
    await sql(`UPDATE account SET balance = balance + 1 WHERE id = ${member(8)}`);
    await sql(`UPDATE post_total SET likes_sum = likes_sum + 1 WHERE post_id = ${post(3)}`);
    const whole = await readFromNothing();
    await sql('DELETE FROM audit_progress');
    const auditors = [database, await openAuditor()];
    let aborted = 0;
    for (let over = false; !over;) {
      const auditor = auditors[aborted % 2] ?? database;
      await runAuditRound(auditor, { ...ONE_CHUNK, signal: AbortSignal.abort() }).catch(
        async (error: unknown) => {
          expect(error).toMatchObject({ name: 'AbortError' });
          aborted += 1;
          if (aborted % 5 === 0) await ledger.tip(member(5), post(0), LIKE / 100n);
        },
      );
      over = (await progress()).lastFullRead !== null;
    }
    expect(aborted).toBeGreaterThan(10);
    const { lastFullRead, news } = await progress();
    expect(lastFullRead?.findings.named).toEqual(whole.findings);
    expect(news).toBeNull();
    await auditors[1]?.dataSource.destroy();
  });

  it('goes on when the connection of its auditor is lost', async () => {
    await sql('DELETE FROM audit_progress');
    const holder = await ledger.schema.owner.connect();
    await holder.query('BEGIN; LOCK TABLE audited_post IN SHARE MODE');
    const broken = attempt(WHOLE).catch((error: unknown) => error);
    await ledger.waitingForLock();
    await ledger.schema.killConnections('waiting');
    expect(await broken).toBeInstanceOf(Error);
    await holder.query('COMMIT');
    holder.release();
    await auditAll();
  });

  it('finds a history that was changed together with all that it adds up to', async () => {
    await sql(`UPDATE movement SET amount = amount + 5 WHERE kind = 'bonus' AND to_id = ${member(9)}`);
    await sql(`UPDATE account SET balance = balance + 5 WHERE id = ${member(9)}`);
    await sql('UPDATE account SET balance = balance - 5 WHERE id = 2');
    const { findings } = await readWholeByChunks();
    expect(findings).toEqual([`balance: account ${member(9)}`, 'balance: account 2 (treasury)'].sort());
    // A read from nothing cannot see the difference, and thus confirms that the ledger is right.
    expect((await readFromNothing()).findings).toEqual([]);
    await auditAll();
  });

  /** Runs rounds until a full read has got to the posts: the members are read then. */
  const readMembers = async () => {
    await sql(`UPDATE audit_progress SET state = jsonb_set(state, '{fullRead}', 'null')`);
    do await round(ONE_CHUNK);
    while ((await progress()).fullRead?.phase !== 'posts');
  };
  /** Runs rounds to the end of the full read that is under way; returns the findings of the last one. */
  const endRead = async () => {
    let findings: string[];
    do findings = await round(ONE_CHUNK);
    while ((await progress()).fullRead !== null);
    return findings;
  };
  /** Runs the work by a clock of this process that is a year ahead. */
  const byWrongClock = async (work: () => Promise<unknown>) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 86_400_000 });
    await work().finally(() => vi.useRealTimers());
  };

  it('that began earlier does not hide at its end what `make audit` has found', async () => {
    await readMembers();
    await sql(`UPDATE account SET balance = balance + 1 WHERE id = ${member(8)}`);
    const wrong = ['accounts-sum: ledger', `balance: account ${member(8)}`];
    expect(
      (await readFromNothing()).findings.map(({ check, subject }) => `${check}: ${subject}`).sort(),
    ).toEqual(wrong);
    expect(await endRead()).toEqual(wrong);
    await sql(`UPDATE account SET balance = balance - 1 WHERE id = ${member(8)}`);
    expect((await readFromNothing()).findings).toEqual([]);
    expect(await round()).toEqual([]);
  });

  it('that began by a clock far ahead does not hide at its end what was found of the news meanwhile', async () => {
    await byWrongClock(readMembers);
    await ledger.tip(member(5), post(0), LIKE);
    await sql(`UPDATE account SET balance = balance + 1 WHERE id = ${member(5)}`);
    expect(await round()).toEqual([`balance: account ${member(5)}`]);
    expect(await endRead()).toEqual([`balance: account ${member(5)}`]);
  });

  it('tells when the last one began, also after one that began by a clock far ahead', async () => {
    await byWrongClock(readFromNothing);
    const { fullReadBeganAt, finishedAt } = await attempt(WHOLE);
    expect(Number(fullReadBeganAt)).toBeLessThan(Number(finishedAt));
  });

  it('tells when the last one began', async () => {
    await sql('DELETE FROM audit_progress');
    const { fullReadBeganAt } = await attempt(ONE_CHUNK);
    expect(fullReadBeganAt).toBeNull();
    const before = Date.now();
    await readWholeByChunks();
    const done = await attempt();
    expect(Number(done.fullReadBeganAt)).toBeGreaterThanOrEqual(before);
    expect(Number(done.fullReadBeganAt)).toBeLessThan(Number(done.finishedAt));
  });
});

it('is due by the clock that all replicas share', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  try {
    await attempt();
  } finally {
    vi.useRealTimers();
  }
  const { rows } = await sql(`SELECT finished_at <= clock_timestamp() AS "isPast" FROM last_audit`);
  expect(rows).toEqual([{ isPast: true }]);
  await expect(runAuditRound(database, { ...NEWS_ALONE, everyMs: 60_000 })).resolves.toBeNull();
  await sql(`UPDATE last_audit SET finished_at = finished_at - interval '1 minute'`);
  await attempt({ ...NEWS_ALONE, everyMs: 60_000 });
});

it('is due after a time at which the clock was far ahead, and not after a small step back', async () => {
  const clockWas = (ahead: string) =>
    sql(`UPDATE last_audit SET finished_at = clock_timestamp() + interval '${ahead}'`);
  await clockWas('5 seconds');
  expect(await runAuditRound(database, { ...NEWS_ALONE, everyMs: 60_000 })).toBeNull();
  await clockWas('40 days');
  await attempt({ ...NEWS_ALONE, everyMs: 60_000 });
});

it('is due by the start of the last one, however long that took', async () => {
  const FIVE_MINUTES = { ...NEWS_ALONE, everyMs: 300_000 };
  const endedBefore = (seconds: number) =>
    sql(`UPDATE last_audit SET duration_ms = 150000,
           finished_at = clock_timestamp() - interval '${seconds} seconds'`);
  await endedBefore(120);
  expect(await runAuditRound(database, FIVE_MINUTES)).toBeNull();
  await endedBefore(150);
  await attempt(FIVE_MINUTES);
});

describe('a journal that ends before what the audit remembers', () => {
  const TABLES = ['tip', 'movement', 'account', 'post_total', 'holders_state', 'holders_epoch'];

  it('because it was put back to an earlier moment is read anew, and goes on', async () => {
    for (const table of TABLES) await sql(`CREATE TABLE former_${table} AS TABLE ${table}`);
    const backup = await sql('SELECT max(seq) AS seq FROM tip');
    const [opened, published] = [await ledger.openMember(), await ledger.publishPost(member(0))];
    await ledger.tip(opened, published, LIKE);
    await tipRound();
    await ledger.closeEpoch();
    expect(await round(ONE_CHUNK)).toEqual([]);
    const { news: later } = await progress();
    await sql(`BEGIN;
      ${TABLES.map((table) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM former_${table};`).join('\n')}
      SELECT setval('journal_seq', ${backup.rows[0].seq}); COMMIT`);
    expect(await round()).toEqual([]);
    expect(await progress()).toMatchObject({ news: null, fullRead: { kind: 'baseline' } });
    await auditAll();
    // Members and posts that existed only after the backup have no checkpoint left either, once the numbers
    // are that high again.
    await ledger.bus.call(openAccount, { memberId: opened, referrerId: null });
    await ledger.bus.tell(postPublished, { postId: published, authorId: member(0), version: 1 });
    await eventually(() => ledger.tip(opened, published, 2n * LIKE));
    await tipRound();
    await ledger.closeEpoch();
    await tipRound();
    await ledger.tip(opened, published, LIKE);
    expect(await round()).toEqual([]);
    expect(Number((await progress()).news?.base.mark)).toBeGreaterThan(Number(later?.base.mark));
  });

  it('because it has lost its end is found to be wrong as a whole', async () => {
    const { rows } = await sql('SELECT max(seq) AS seq FROM tip');
    await tipRound();
    expect(await round(ONE_CHUNK)).toEqual([]);
    await sql(`DELETE FROM tip WHERE seq > ${rows[0].seq}; DELETE FROM movement WHERE seq > ${rows[0].seq}`);
    await round();
    const findings = await round(WHOLE);
    expect(findings).toContain(`balance: account ${member(5)}`);
    expect(findings).toContain(`likes-sum: post ${post(0)}`);
    const whole = await readFromNothing();
    expect(findings).toEqual(whole.findings.map(({ check, subject }) => `${check}: ${subject}`).sort());
  });
});
