import { creditDeposit, openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { lockKey } from '@likewell/service-kit/database/advisory-locks';
import type { Database } from '@likewell/service-kit/database/database';
import { eventually } from '@likewell/testing/eventually';
import { runScript } from '@likewell/testing/node-process';
import { freePort } from '@likewell/testing/spawn-server';
import type { ServiceUnderTest } from '@likewell/testing/start-service';
import { openTestDatabase } from '@likewell/testing/test-database';
import { asAdmin, testDatabaseUrl } from '@likewell/testing/test-schema';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../src/audit/audit.js';
import { runAuditRound, runFullAudit } from '../src/audit/run-audit.js';
import { BY_INDEX_ALONE } from '../src/journal/by-index-alone.js';
import { readFromNothing } from '../src/audit/full-read.js';
import { LedgerUnderTest, LIKE } from './ledger-under-test.js';
import { untilDone } from './until-done.js';

const SMALL_CHUNKS = { restFactor: 0, maxChunk: 40 };
const TURNS_BESIDE_AN_AUDIT = 25;

let service: ServiceUnderTest;
let ledger: LedgerUnderTest;
let database: Database;
let members: number[];
let posts: number[];

beforeEach(async () => {
  ({ service, ledger } = await LedgerUnderTest.start());
  database = await openTestDatabase(ledger.schema.url, 3);
  members = await ledger.openMembers(30);
  // The second member has two posts.
  const authors = [...members.slice(0, 6), ...members.slice(1, 2)];
  posts = await Promise.all(authors.map((author) => ledger.publishPost(author)));
  await tipOften(60);
  await ledger.closeEpoch();
  await tipOften(20);
});
afterEach(async () => {
  await database.dataSource.destroy();
  await service.stop();
});

const sql = (text: string) => ledger.schema.owner.query(text);
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

/** Sends tips that may be rejected because the payer lacks the money or owns the post. */
async function tipOften(times: number): Promise<void> {
  const tips = Array.from({ length: times }, () =>
    ledger.tip(pick(members), pick(posts), BigInt(1 + Math.floor(Math.random() * 9)) * LIKE),
  );
  await Promise.allSettled(tips);
}

const attempt = (maxChunk = SMALL_CHUNKS.maxChunk) =>
  untilDone(() => runFullAudit(database, { ...SMALL_CHUNKS, maxChunk }));

const audit = async (maxChunk?: number): Promise<readonly Finding[]> => (await attempt(maxChunk)).findings;

const found = async () => (await audit()).map(({ check, subject }) => `${check}: ${subject}`).sort();

describe('an audit', () => {
  it('raises no false alarm, however much goes on beside it', async () => {
    const hasMuchHappened = async () => {
      const { rows } = await sql(
        'SELECT (SELECT count(*) FROM tip) > 200 AND epoch > 4 AS much FROM holders_state',
      );
      return rows[0].much === true;
    };
    let busy = true;
    let round = 0;
    // So much for each audit: without a bound, a slower machine would have more to audit each time.
    const until = async (work: () => Promise<unknown>) => {
      let turns = 0;
      while (busy) {
        if (turns < TURNS_BESIDE_AN_AUDIT * (round + 1)) {
          await work();
          turns += 1;
        }
        await sleep(25);
      }
    };
    const traffic = Promise.all([
      until(() => tipOften(25)),
      until(() => tipOften(3)),
      until(async () => {
        const memberId = pick(members);
        const signature = `s${Math.random()}`;
        await ledger.bus.call(creditDeposit, { signature, memberId, amountNano: 30n * LIKE });
      }),
      until(async () => {
        await ledger.closeEpoch();
        members.push(await ledger.openMember(pick(members)));
      }),
      until(async () => {
        // An id lower than those that the audit has already read.
        const memberId = ledger.newId() + 1_000_000 - Math.floor(Math.random() * 500_000);
        await ledger.bus.call(openAccount, { memberId, referrerId: null });
      }),
      // Posts of members who were not authors when the audit listed the posts.
      until(async () => posts.push(await ledger.publishPost(pick(members)))),
    ]);
    try {
      for (; round < 8 || !(await hasMuchHappened()); round += 1) expect(await audit(600)).toEqual([]);
    } finally {
      busy = false;
      await traffic;
    }
    expect(await audit(600)).toEqual([]);
  }, 180_000);

  it('changes nothing, and its connection goes back as it was', async () => {
    await audit();
    const settings = await database.read.query(
      `SELECT current_setting('enable_seqscan') AS seqscan, current_setting('statement_timeout') AS timeout,
         (SELECT count(*)::integer FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks`,
    );
    expect(settings).toEqual([{ seqscan: 'on', timeout: '10s', locks: 0 }]);
  });

  describe('when nobody else audits', () => {
    beforeEach(() => service.replica.stop());

    it('is one at a time', async () => {
      await audit();
      // The first audit is blocked at its end, where it stores its result.
      const holder = await ledger.schema.owner.connect();
      await holder.query('BEGIN; LOCK TABLE last_audit IN SHARE MODE');
      const first = runFullAudit(database, SMALL_CHUNKS);
      await ledger.waitingForLock();
      expect(await runFullAudit(database, SMALL_CHUNKS)).toBeNull();
      expect(await runAuditRound(database, { ...SMALL_CHUNKS, everyMs: 0 })).toBeNull();
      await holder.query('COMMIT');
      holder.release();
      expect((await first)?.findings).toEqual([]);
      expect(await runFullAudit(database, SMALL_CHUNKS)).not.toBeNull();
    });

    it('that an operator starts begins after the one that is under way', async () => {
      // As long as it takes: an audit that is really blocked would meet the timeout of its statement.
      const holder = await ledger.schema.owner.connect();
      await holder.query(`SELECT pg_advisory_lock(${lockKey('ledger-audit')})`);
      const byOperator = runScript(join(import.meta.dirname, '..'), 'cli/audit', {
        DATABASE_URL: ledger.schema.url,
      });
      await eventually(async () => {
        const { rowCount } = await asAdmin(testDatabaseUrl(), (admin) =>
          admin.query(
            `SELECT FROM pg_stat_activity WHERE usename = $1 AND application_name LIKE 'ledger-audit %'
               AND query LIKE '%pg_try_advisory_lock%' AND state = 'idle'`,
            [new URL(ledger.schema.url).username],
          ),
        );
        expect(rowCount).toBe(1);
      }, 60_000);
      holder.release(true);
      expect(await byOperator).toContain('Nothing is wrong');
    });

    it('does not come again too soon', async () => {
      await audit();
      expect(await runAuditRound(database, { ...SMALL_CHUNKS, everyMs: 60_000 })).toBeNull();
    });

    it('stops before its next chunk when it is told to', async () => {
      await audit();
      const signal = AbortSignal.abort();
      await expect(runFullAudit(database, { ...SMALL_CHUNKS, signal })).rejects.toMatchObject({
        name: 'AbortError',
      });
      expect(await audit()).toEqual([]);
    });
  });
});

describe('an account with more entries than a chunk takes', () => {
  const CHUNK = 100;
  const TIPS = 1000;
  let author: number;
  let payer: number;

  // The author also referred the payer, and so has two entries with one number.
  beforeEach(async () => {
    [, author = 0, payer = 0] = members;
    await Promise.all(
      Array.from({ length: TIPS }, (_, index) => ledger.tip(payer, posts[index % 2 ? 1 : 6] ?? 0, 10n)),
    );
  });

  /** Returns how many rows of `tip` each statement of an audit reads, and the audit's findings. */
  async function readByEach(maxChunk: number): Promise<{ reads: number[]; named: readonly Finding[] }> {
    return database.transaction(async (tx) => {
      for (const setting of BY_INDEX_ALONE) await tx.query(`SET LOCAL ${setting} = off`);
      const reads: number[] = [];
      const readSoFar = async () => {
        const [row] = await tx.query<{ total: number }[]>(
          // The same counters as pg_stat_xact_user_tables, which would read every table of the server.
          `SELECT (sum(pg_stat_get_xact_tuples_fetched(indexrelid)) + pg_stat_get_xact_tuples_fetched('tip'::regclass)
             + pg_stat_get_xact_tuples_returned('tip'::regclass))::integer AS total
           FROM pg_index WHERE indrelid = 'tip'::regclass`,
        );
        return row?.total ?? 0;
      };
      // Postgres may still count reads of the connection's earlier transactions here.
      let before = await readSoFar();
      const query = async (text: string, values?: unknown[]) => {
        const rows: unknown = await tx.query(text, values);
        const total = await readSoFar();
        reads.push(total - before);
        before = total;
        return rows;
      };
      const measured = Object.create(tx, { query: { value: query } }) as typeof tx;
      // The clock does not move, so each chunk is twice the last one up to the maximum, however slow the
      // machine is.
      const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
      const { findings } = await readFromNothing(measured, { restFactor: 0, maxChunk }).finally(() =>
        clock.mockRestore(),
      );
      return { reads, named: findings.named };
    });
  }

  it('is read in many statements, none of which reads much more than a chunk', async () => {
    const { reads, named } = await readByEach(CHUNK);
    expect(named).toEqual([]);
    // The journal's statements read each of their transfers three times.
    expect(Math.max(...reads)).toBeLessThanOrEqual(3 * CHUNK);
    expect(reads.filter((rows) => rows >= CHUNK / 3).length).toBeGreaterThan((3 * TIPS) / CHUNK);
    // A statement that reads all rows would be noticed.
    expect(Math.max(...(await readByEach(100 * CHUNK)).reads)).toBeGreaterThan(TIPS);
  });

  it.each([7, CHUNK])('is right, whatever entries a chunk of %i ends between', async (size) => {
    expect(await audit(size)).toEqual([]);
  });

  it('and a balance off by one nano is found once', async () => {
    await sql(`UPDATE account SET balance = balance + 1 WHERE id = ${author}`);
    expect(await found()).toEqual(['accounts-sum: ledger', `balance: account ${author}`]);
  });

  it('and a tip that is lost in the middle is found once: of its payer, author, post and the pool', async () => {
    const { rows } = await sql(`DELETE FROM tip WHERE seq = (
      SELECT seq FROM tip WHERE author_id = ${author} ORDER BY seq OFFSET ${TIPS / 2} LIMIT 1) RETURNING post_id`);
    // Everything before the broken link is unreachable from the author's and the payer's histories.
    expect(await found()).toEqual([
      `balance: account ${author}`,
      `balance: account ${payer}`,
      'balance: account 3 (holders-pool)',
      `likes-sum: post ${posts[1]}`,
      `likes-sum: post ${posts[6]}`,
      `links: account ${author}`,
      `links: account ${author}`,
      `links: account ${payer}`,
      'links: received lines',
      'links: referral lines',
      'links: sent lines',
    ]);
    expect([posts[1], posts[6]]).toContain(Number(rows[0].post_id));
  });

  it('and a tip in the middle that was moved to another post is found once at each', async () => {
    const [from, to] = [posts[1] ?? 0, posts[6] ?? 0];
    await sql(`UPDATE tip SET post_id = ${to} WHERE seq = (
      SELECT seq FROM tip WHERE post_id = ${from} ORDER BY seq OFFSET ${TIPS / 4} LIMIT 1)`);
    expect(await found()).toEqual([`likes-sum: post ${from}`, `likes-sum: post ${to}`]);
  });

  it('and a tip in the middle that counts for the post of another author is found once at each', async () => {
    const [from, to] = [posts[1] ?? 0, posts[2] ?? 0];
    await sql(`UPDATE tip SET post_id = ${to} WHERE seq = (
      SELECT seq FROM tip WHERE post_id = ${from} ORDER BY seq OFFSET ${TIPS / 4} LIMIT 1)`);
    expect(await found()).toEqual([`likes-sum: post ${from}`, `likes-sum: post ${to}`]);
  });
});

describe('an audit finds', () => {
  it("a member's balance off by one nano", async () => {
    await sql(`UPDATE account SET balance = balance + 1 WHERE id = ${members[4]}`);
    expect(await found()).toEqual(['accounts-sum: ledger', `balance: account ${members[4]}`]);
  });

  it("a balance of the system's off by one nano", async () => {
    await sql('UPDATE account SET balance = balance - 1 WHERE id = 2');
    expect(await found()).toEqual(['accounts-sum: ledger', 'balance: account 2 (treasury)']);
  });

  it('money moved between two accounts behind the journal', async () => {
    await sql(`UPDATE account SET balance = balance - 1 WHERE id = ${members[0]}`);
    await sql(`UPDATE account SET balance = balance + 1 WHERE id = ${members[1]}`);
    expect(await found()).toEqual([`balance: account ${members[0]}`, `balance: account ${members[1]}`]);
  });

  it.each([
    [
      'a nano of the holders goes to its author',
      'holders_part = holders_part - 1, author_part = author_part + 1',
      'NULL',
    ],
    [
      'a nano of the platform goes to its author',
      'platform_part = platform_part - 1, author_part = author_part + 1',
      'NULL',
    ],
    [
      'a nano of the referrer goes to its author',
      'referral_part = referral_part - 1, author_part = author_part + 1',
      'NOT NULL',
    ],
    [
      'the tenth goes to the platform, though it names a referrer',
      'platform_part = referral_part, referral_part = 0',
      'NOT NULL',
    ],
    [
      'a nano goes to the platform besides the referrer',
      'platform_part = 1, author_part = author_part - 1',
      'NOT NULL',
    ],
  ])('a tip of which %s', async (_what, change, referrer) => {
    await sql('ALTER TABLE tip DROP CONSTRAINT ten_percent_has_one_owner');
    const { rows } = await sql(`UPDATE tip SET ${change}
      WHERE seq = (SELECT min(seq) FROM tip WHERE referrer_id IS ${referrer}) RETURNING seq`);
    expect(await found()).toContain(`split: transfer ${rows[0].seq}`);
  });

  it('an index that does not follow from the epoch before', async () => {
    await sql('UPDATE holders_epoch SET m = m + 1 WHERE epoch = 1');
    await sql('UPDATE holders_state SET m = m + 1');
    expect(await found()).toEqual(['index: epoch 1']);
  });

  it('an index that is not the one of the current epoch', async () => {
    await sql('UPDATE holders_state SET m = m - 1');
    expect(await found()).toEqual(['index: epoch 1']);
  });

  const forgeTip = async () => {
    const { rows } = await sql(`INSERT INTO tip (idem_key, payer_id, author_id, post_id, amount,
        author_part, holders_part, platform_part, referral_part, prev_sent_seq, prev_received_seq)
      SELECT gen_random_uuid(), payer.id, author.id, ${posts[0]}, 10, 7, 2, 1, 0,
        payer.last_sent_seq, author.last_received_seq
      FROM account payer, account author WHERE payer.id = ${members[7]} AND author.id = ${members[0]} RETURNING seq`);
    return rows[0].seq as string;
  };

  it('a forged tip: at the pool, at the platform, and that it is in nobody’s history', async () => {
    await forgeTip();
    expect(await found()).toEqual([
      'balance: account 3 (holders-pool)',
      'balance: account 4 (platform)',
      'links: received lines',
      'links: sent lines',
    ]);
  });

  it('a forged tip that is linked: of its payer, its author, its post, the pool and the platform', async () => {
    const seq = await forgeTip();
    await sql(`UPDATE account SET last_sent_seq = ${seq} WHERE id = ${members[7]}`);
    await sql(`UPDATE account SET last_received_seq = ${seq} WHERE id = ${members[0]}`);
    expect(await found()).toEqual([
      `balance: account ${members[0]}`,
      `balance: account ${members[7]}`,
      'balance: account 3 (holders-pool)',
      'balance: account 4 (platform)',
      `likes-sum: post ${posts[0]}`,
    ]);
  });

  it.each([
    ['prev_sent_seq', 'payer_id', 'sent'],
    ['prev_received_seq', 'author_id', 'received'],
  ])('a tip that %s leaves out', async (prev, owner, chain) => {
    const { rows } =
      await sql(`UPDATE tip SET ${prev} = (SELECT ${prev} FROM tip before WHERE before.seq = tip.${prev})
      WHERE seq = (SELECT max(seq) FROM tip WHERE ${prev} IS NOT NULL) RETURNING ${owner} AS id`);
    const findings = await found();
    expect(findings).toContain(`links: ${chain} lines`);
    expect(findings).toContain(`balance: account ${rows[0].id}`);
  });

  it("a link into another member's history, and one that goes in a circle", async () => {
    const { rows } = await sql(`UPDATE tip SET prev_sent_seq =
        (SELECT max(other.seq) FROM tip other WHERE other.payer_id <> tip.payer_id AND other.seq < tip.seq)
      WHERE seq = (SELECT max(seq) FROM tip) RETURNING prev_sent_seq`);
    expect(await found()).toContain(`links: transfer ${rows[0].prev_sent_seq}`);
    const circle = await sql(
      `UPDATE tip SET prev_sent_seq = seq WHERE seq = (SELECT max(seq) FROM tip) RETURNING seq`,
    );
    expect(await found()).toContain(`links: transfer ${circle.rows[0].seq}`);
  });

  it('a history that goes in a circle at the border of two chunks, and comes to an end', async () => {
    const { rows } = await sql(`UPDATE tip SET prev_sent_seq =
        (SELECT max(newest.seq) FROM tip newest WHERE newest.payer_id = tip.payer_id)
      WHERE seq = (SELECT min(seq) FROM tip WHERE payer_id = (SELECT payer_id FROM tip GROUP BY 1 ORDER BY count(*) DESC LIMIT 1))
      RETURNING seq`);
    const findings = (await audit(1)).map(({ check, subject }) => `${check}: ${subject}`);
    expect(findings).toContain(`links: transfer ${rows[0].seq}`);
  });

  it("a settlement that is missing from its member's history", async () => {
    await sql(`UPDATE account SET last_settlement_seq = NULL WHERE id =
      (SELECT max(to_id) FROM movement WHERE kind = 'settlement')`);
    expect(await found()).toContain('links: settlement lines');
  });

  it('a tip whose parts do not add up', async () => {
    await sql(`ALTER TABLE tip DROP CONSTRAINT parts_add_up`);
    const { rows } = await sql(`UPDATE tip SET author_part = author_part + 1 WHERE seq =
      (SELECT max(seq) FROM tip) RETURNING seq, author_id`);
    const { seq, author_id } = rows[0];
    expect(await found()).toEqual([`balance: account ${author_id}`, `transfer-sum: transfer ${seq}`]);
  });

  it('a tip to a post that nobody knows', async () => {
    await ledger.tip(Number(members[20]), Number(posts[0]), LIKE);
    await sql(`DELETE FROM post_total WHERE post_id = ${posts[0]}`);
    expect(new Set(await found())).toEqual(new Set([`likes-sum: post ${posts[0]}`]));
  });

  it('a movement to an account that does not exist', async () => {
    await sql(
      `INSERT INTO movement (idem_key, kind, from_id, to_id, amount) VALUES ('x', 'bonus', 2, 777, 5)`,
    );
    expect(await found()).toEqual(['balance: account 2 (treasury)', 'unknown-account: account 777']);
  });

  it('an account that was lost', async () => {
    // Settles the member's share of the epoch; from then on the member is at most a payer or a referrer.
    await ledger.tip(Number(members[20]), Number(posts[0]), LIKE);
    await sql(`DELETE FROM account WHERE id = ${members[20]}`);
    const findings = await found();
    // Its lines are in no member's history.
    expect(findings).toContain('links: settlement lines');
    expect(new Set(findings.filter((finding) => !finding.startsWith('links')))).toEqual(
      new Set(['accounts-sum: ledger', `unknown-account: account ${members[20]}`]),
    );
  });

  it("a post's total that is not its tips", async () => {
    await sql(`UPDATE post_total SET likes_sum = likes_sum + 0.5 * 2 WHERE post_id = ${posts[3]}`);
    expect(await found()).toEqual([`likes-sum: post ${posts[3]}`]);
  });

  it('promises to holders that were never made', async () => {
    await sql('UPDATE holders_state SET liability = liability + 1');
    expect(await found()).toEqual(['liability: ledger']);
  });

  it('promises to holders beyond the pool', async () => {
    await sql('UPDATE holders_state SET liability = liability + 1000000000000');
    expect(await found()).toEqual(['liability: ledger', 'pool: ledger']);
  });

  it('an index that owes members more than was shared', async () => {
    await sql('UPDATE holders_state SET m = m * 2');
    expect(await found()).toEqual(['index: epoch 1', 'owed: ledger']);
  });

  it('a member below zero', async () => {
    await sql('ALTER TABLE account DROP CONSTRAINT only_chain_below_zero');
    await sql(`UPDATE account SET balance = -1 WHERE id = ${members[9]}`);
    const findings = await found();
    expect(findings).toContain(`below-zero: account ${members[9]}`);
    expect(findings).toContain(`balance: account ${members[9]}`);
  });

  it('all of many, and names the first of them', async () => {
    await audit();
    await sql('UPDATE account SET balance = balance + 1 WHERE id >= 1000');
    const { counts, findings } = await attempt();
    expect(counts).toMatchObject({ balance: 30, 'accounts-sum': 1 });
    expect(findings.filter(({ check }) => check === 'balance')).toHaveLength(20);
  });
});

describe('the metrics', () => {
  it('show the result of the last audit on every replica, whoever made it', async () => {
    const startedAt = Math.floor(Date.now() / 1000);
    await audit();
    await sql('UPDATE account SET balance = balance + 1 WHERE id = 4');
    await sql(`UPDATE last_audit SET finished_at = now() - interval '1 hour'`);
    for (const port of [await freePort(), await freePort()]) {
      await service.addReplica({ HEALTH_PORT: String(port) });
      const showsIt = async () => {
        const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        const valueOf = (name: string) =>
          Number(
            metrics
              .split('\n')
              .find((line) => line.startsWith(name))
              ?.split(' ')
              .at(-1),
          );
        const label = (check: string) => `likewell_ledger_audit_findings{check="${check}"`;
        expect(valueOf(label('balance'))).toBe(1);
        expect(valueOf(label('likes-sum'))).toBe(0);
        const finishedAt = valueOf('likewell_ledger_audit_finished_timestamp_seconds');
        expect(valueOf('likewell_ledger_audit_duration_seconds')).toBeGreaterThan(0);
        const { rows } = await sql(`SELECT work_ms / 1000.0 AS work,
          extract(epoch FROM full_read_began_at) AS full_read_began_at FROM last_audit`);
        expect(valueOf('likewell_ledger_audit_work_seconds')).toBeCloseTo(Number(rows[0].work), 3);
        expect(Number(rows[0].work)).toBeGreaterThan(0);
        const beganAt = valueOf('likewell_ledger_audit_full_read_timestamp_seconds');
        expect(beganAt).toBeCloseTo(Number(rows[0].full_read_began_at), 2);
        expect(beganAt).toBeGreaterThanOrEqual(startedAt);
        expect(beganAt).toBeLessThan(finishedAt);
      };
      // While another replica runs an audit, this one shows the result at its next check: within 30 s.
      await eventually(showsIt, 45_000);
    }
  });
});
