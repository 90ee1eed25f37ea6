import { creditDeposit, openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { openDatabase } from '@likewell/service-kit/database/open-database';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Finding } from '../src/domain/audit.js';
import { runAudit } from '../src/storage/audits.js';
import { LedgerWorld, LIKE } from './ledger-world.js';

const SMALL_CHUNKS = { notWithinMs: 0, restFactor: 0, maxChunk: 40 };

let world: LedgerWorld;
let database: Database;
let members: number[];
let posts: number[];

beforeEach(async () => {
  world = await LedgerWorld.start();
  const options = { url: world.ledger.schema.url, poolSize: 3, applicationName: 'auditor' };
  database = new Database(await openDatabase(options, createLogger('auditor', 'silent')));
  members = [];
  for (let index = 0; index < 30; index += 1)
    members.push(await world.openMember(index % 3 === 2 ? members[index - 1] : null));
  posts = await Promise.all(members.slice(0, 6).map((author) => world.publishPost(author)));
  await tipOften(60);
  await world.closeEpoch();
  await tipOften(20);
});
afterEach(async () => {
  await database.dataSource.destroy();
  await world.stop();
});

const sql = (text: string) => world.ledger.schema.owner.query(text);
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;

/** Tips that may well be refused: for want of money, or of one's own post. */
async function tipOften(times: number): Promise<void> {
  const tips = Array.from({ length: times }, () =>
    world.tip(pick(members), pick(posts), BigInt(1 + Math.floor(Math.random() * 9)) * LIKE),
  );
  await Promise.allSettled(tips);
}

async function audit(maxChunk = SMALL_CHUNKS.maxChunk): Promise<readonly Finding[]> {
  for (;;) {
    const done = await runAudit(database, { ...SMALL_CHUNKS, maxChunk });
    // Otherwise the service's own audit is under way.
    if (done) return done.findings;
  }
}

const found = async () => (await audit()).map(({ check, subject }) => `${check}: ${subject}`).sort();

describe('an audit', () => {
  it('raises no false alarm, however much goes on beside it', async () => {
    let busy = true;
    const until = async (work: () => Promise<unknown>) => {
      while (busy) {
        await work();
        await sleep(2);
      }
    };
    const traffic = Promise.all([
      until(() => tipOften(25)),
      until(() => tipOften(3)),
      until(async () => {
        const memberId = pick(members);
        const signature = `s${Math.random()}`;
        await world.ledger.bus.call(creditDeposit, { signature, memberId, amountNano: 30n * LIKE });
      }),
      until(async () => {
        await world.closeEpoch();
        members.push(await world.openMember(pick(members)));
      }),
      until(async () => {
        // Behind the auditor's back: an id lower than those that it has read.
        const memberId = world.freshId() + 1_000_000 - Math.floor(Math.random() * 500_000);
        await world.ledger.bus.call(openAccount, { memberId, referrerId: null });
      }),
    ]);
    try {
      for (let round = 0; round < 40; round += 1) expect(await audit(150)).toEqual([]);
    } finally {
      busy = false;
      await traffic;
    }
    const { rows } = await sql('SELECT (SELECT count(*) FROM tip) AS tips, epoch FROM holders_state');
    expect(Number(rows[0].tips)).toBeGreaterThan(500);
    expect(rows[0].epoch).toBeGreaterThan(10);
    expect(await audit()).toEqual([]);
  }, 60_000);

  it('changes nothing, and its connection goes back as it was', async () => {
    await audit();
    const settings = await database.read.query(
      `SELECT current_setting('enable_seqscan') AS seqscan, current_setting('statement_timeout') AS timeout,
         (SELECT count(*)::integer FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()) AS locks`,
    );
    expect(settings).toEqual([{ seqscan: 'on', timeout: '10s', locks: 0 }]);
  });

  it('is one at a time', async () => {
    await audit();
    const both = await Promise.all([runAudit(database, SMALL_CHUNKS), runAudit(database, SMALL_CHUNKS)]);
    expect(both.filter((done) => done !== null)).toHaveLength(1);
  });

  it('does not come again too soon', async () => {
    await audit();
    expect(await runAudit(database, { ...SMALL_CHUNKS, notWithinMs: 60_000 })).toBeNull();
  });

  it('stops before its next chunk when it is told to', async () => {
    await audit();
    const signal = AbortSignal.abort();
    await expect(runAudit(database, { ...SMALL_CHUNKS, signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(await audit()).toEqual([]);
  });
});

describe('an audit finds', () => {
  it("a member's balance off by one nano", async () => {
    await sql(`UPDATE account SET balance = balance + 1 WHERE id = ${members[4]}`);
    expect(await found()).toEqual(['accounts-sum: ledger', `balance: account ${members[4]}`]);
  });

  it("a balance of the house's off by one nano", async () => {
    await sql('UPDATE account SET balance = balance - 1 WHERE id = 2');
    expect(await found()).toEqual(['accounts-sum: ledger', 'balance: account 2 (treasury)']);
  });

  it('money moved between two accounts behind the journal', async () => {
    await sql(`UPDATE account SET balance = balance - 1 WHERE id = ${members[0]}`);
    await sql(`UPDATE account SET balance = balance + 1 WHERE id = ${members[1]}`);
    expect(await found()).toEqual([`balance: account ${members[0]}`, `balance: account ${members[1]}`]);
  });

  it('a forged tip: of its payer, its author, its post, the pool and the platform', async () => {
    await sql(`INSERT INTO tip (idem_key, payer_id, author_id, post_id, amount,
        author_part, holders_part, platform_part, referral_part)
      VALUES (gen_random_uuid(), ${members[7]}, ${members[0]}, ${posts[0]}, 10, 7, 2, 1, 0)`);
    expect(await found()).toEqual([
      `balance: account ${members[0]}`,
      `balance: account ${members[7]}`,
      'balance: account 3 (holders-pool)',
      'balance: account 4 (platform)',
      `likes-sum: post ${posts[0]}`,
    ]);
  });

  it('a tip whose parts do not add up', async () => {
    await sql(`ALTER TABLE tip DROP CONSTRAINT parts_add_up`);
    const { rows } = await sql(`UPDATE tip SET author_part = author_part + 1 WHERE seq =
      (SELECT max(seq) FROM tip) RETURNING seq, author_id`);
    const { seq, author_id } = rows[0];
    expect(await found()).toEqual([`balance: account ${author_id}`, `transfer-sum: transfer ${seq}`]);
  });

  it('a tip to a post that nobody knows', async () => {
    await sql(`DELETE FROM post_total WHERE post_id = ${posts[0]}`);
    expect(new Set(await found())).toEqual(new Set([`likes-sum: post ${posts[0]}`]));
  });

  it('a movement to an account that does not exist', async () => {
    await sql(`ALTER TABLE movement DROP CONSTRAINT movement_to_id_fkey`);
    await sql(
      `INSERT INTO movement (idem_key, kind, from_id, to_id, amount) VALUES ('x', 'bonus', 2, 777, 5)`,
    );
    expect(await found()).toEqual(['balance: account 2 (treasury)', 'unknown-account: account 777']);
  });

  it('an account that was lost', async () => {
    await sql(
      `ALTER TABLE movement DROP CONSTRAINT movement_to_id_fkey, DROP CONSTRAINT movement_from_id_fkey`,
    );
    await sql(`DELETE FROM account WHERE id = ${members[20]}`);
    expect(new Set(await found())).toEqual(
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
    expect(await found()).toEqual(['owed: ledger']);
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
    const done = await runAudit(database, SMALL_CHUNKS);
    expect(done?.counts).toMatchObject({ balance: 30, 'accounts-sum': 1 });
    expect(done?.findings.filter(({ check }) => check === 'balance')).toHaveLength(20);
  });
});

describe('the metrics', () => {
  it('show the result of the last audit on every replica, whoever made it', async () => {
    await audit();
    await sql('UPDATE account SET balance = balance + 1 WHERE id = 4');
    await sql(`UPDATE last_audit SET finished_at = now() - interval '1 hour'`);
    for (const port of [await freePort(), await freePort()]) {
      await world.ledger.addReplica({ HEALTH_PORT: String(port) });
      await eventually(async () => {
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
        expect(Date.now() / 1000 - finishedAt).toBeLessThan(60);
        expect(valueOf('likewell_ledger_audit_duration_seconds')).toBeGreaterThan(0);
      });
    }
  });
});
