import { postPublished } from '@likewell/contracts/posts/events';
import type { StatementKind, StatementLine } from '@likewell/contracts/tipping-ledger/statement';
import { createTip, getBalance, listStatement, openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { eventually } from '@likewell/testing/eventually';
import { NodeProcess } from '@likewell/testing/node-process';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import type { TestBus } from '@likewell/testing/test-bus';
import { openTestDatabase } from '@likewell/testing/test-database';
import { asAdmin, type TestSchema } from '@likewell/testing/test-schema';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ledgerService } from '../src/app.module.js';
import { ledgerSchema } from '../src/schema.js';
import { tipSwitch } from '../src/tips/tip-switch.js';

/** Nano-LIKE in one LIKE. */
export const LIKE = 1_000_000_000n;

/** Returns a hash of a network or site as auth's look. */
export const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32);

/**
 * Every line of every history with the number of the line before it, by order and by its link, and the newest
 * of each.
 */
const LINKS = `
  WITH line AS (SELECT *, lag(seq) OVER (PARTITION BY list, owner ORDER BY seq) AS before FROM (
  SELECT 'sent' AS list, payer_id AS owner, seq, prev_sent_seq AS prev FROM tip
  UNION ALL SELECT 'received', author_id, seq, prev_received_seq FROM tip
  UNION ALL SELECT 'referral', referrer_id, seq, prev_referral_seq FROM tip WHERE referrer_id IS NOT NULL
  UNION ALL SELECT 'settlement', to_id, seq, prev_settlement_seq FROM movement WHERE kind = 'settlement') AS every),
  newest AS (
    SELECT owner, max(seq) FILTER (WHERE list = 'sent') AS sent, max(seq) FILTER (WHERE list = 'received') AS received,
      max(seq) FILTER (WHERE list = 'referral') AS referral, max(seq) FILTER (WHERE list = 'settlement') AS settlement
    FROM line GROUP BY owner)`;

/** A real ledger under test: called over the bus, in whatever process it runs, with direct access to its tables. */
export class LedgerUnderTest {
  private nextId = 1000;

  constructor(
    readonly bus: TestBus,
    readonly schema: TestSchema,
  ) {}

  /**
   * Starts the service in the test's own process. It waits longer for posts than in production: a busy machine
   * may also pause the test, which responds in their place.
   */
  static async start(
    variables: Record<string, string> = {},
  ): Promise<{ service: ServiceUnderTest; ledger: LedgerUnderTest }> {
    const service = await startService(ledgerService, ledgerSchema, { TIMEOUTS: 'laptop', ...variables });
    return { service, ledger: new LedgerUnderTest(service.bus, service.schema) };
  }

  /** Returns an id that this ledger does not use yet. */
  newId(): number {
    return this.nextId++;
  }

  async openMember(referrerId: number | null = null): Promise<number> {
    const memberId = this.newId();
    await this.bus.call(openAccount, { memberId, referrerId });
    return memberId;
  }

  /** Opens members, of whom every third one was referred by the one before. */
  openMembers(count: number): Promise<number[]> {
    const openings: Promise<number>[] = [];
    for (let index = 0; index < count; index += 1) {
      const before = openings[index - 1];
      openings.push(
        index % 3 === 2 && before ? before.then((referrer) => this.openMember(referrer)) : this.openMember(),
      );
    }
    return Promise.all(openings);
  }

  async publishPost(authorId: number): Promise<number> {
    const postId = this.newId();
    await this.bus.tell(postPublished, { postId, authorId, version: 1 });
    await eventually(async () => {
      const { rowCount } = await this.schema.owner.query('SELECT FROM post_total WHERE post_id = $1', [
        postId,
      ]);
      if (rowCount !== 1) throw new Error(`post ${postId} is not known yet`);
    });
    return postId;
  }

  tip(payerId: number, postId: number, amountNano: bigint, idempotencyKey: string = randomUUID()) {
    return this.bus.call(createTip, { payerId, postId, amountNano, idempotencyKey });
  }

  async balance(memberId: number): Promise<bigint> {
    return (await this.bus.call(getBalance, { memberId })).balanceNano;
  }

  async systemBalance(kind: string): Promise<bigint> {
    const { rows } = await this.schema.owner.query<{ balance: string }>(
      'SELECT balance FROM account WHERE kind = $1',
      [kind],
    );
    return BigInt(rows[0]?.balance ?? 0);
  }

  /** Returns the tips that are stored with these keys, each by its key; a key may be there once. */
  async storedTips(keys: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.schema.owner.query<{ idem_key: string; seq: string }>(
      'SELECT idem_key, seq FROM tip WHERE idem_key = ANY ($1)',
      [keys],
    );
    expect(new Set(rows.map((row) => row.idem_key)).size).toBe(rows.length);
    return new Map(rows.map((row) => [row.idem_key, Number(row.seq)]));
  }

  /** Closes an epoch manually, as `make close-epoch` does. */
  async closeEpoch(): Promise<number | null> {
    const { rows } = await this.schema.owner.query<{ epoch: number | null }>('SELECT close_epoch() AS epoch');
    return rows[0]?.epoch ?? null;
  }

  /** Pauses or resumes tips, as the operators' command does. */
  async switchTips(to: 'pause' | 'resume'): Promise<void> {
    const database = await openTestDatabase(this.schema.url, 1);
    await database.transaction((tx) => tipSwitch.setPaused(tx, to === 'pause'));
    await database.dataSource.destroy();
  }

  /** Returns all pages of a member's statement. */
  async statement(memberId: number, kinds: StatementKind[] | null = null): Promise<StatementLine[]> {
    const lines: StatementLine[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: StatementLine[]; nextCursor: string | null } = await this.bus.call(listStatement, {
        memberId,
        kinds,
        cursor,
      });
      lines.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return lines;
  }

  /**
   * Waits until this many statements of the service, and of the tables' owner, wait for a lock. The job that
   * pays bonuses may wait beside them at any time, and does not count.
   */
  waitingForLock(statements = 1): Promise<void> {
    return this.waiting(statements, "AND query NOT LIKE '%pay_owed_bonuses(%'");
  }

  /** As {@link waitingForLock}, where the job takes the place of another statement. */
  waitingForLockWithJob(statements: number): Promise<void> {
    return this.waiting(statements);
  }

  /** As administrator, since nobody else reads the statements of another role. */
  private waiting(statements: number, condition = ''): Promise<void> {
    const roles = [this.schema.url, this.schema.ownerUrl].map((url) => new URL(url).username);
    return asAdmin(this.schema.adminUrl, (admin) =>
      eventually(async () => {
        const { rowCount } = await admin.query(
          `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
           WHERE usename = ANY ($1) AND NOT granted ${condition}`,
          [roles],
        );
        expect(rowCount).toBe(statements);
      }),
    );
  }

  /**
   * Expects every account to equal its entries, all accounts to sum to zero, every total to equal its tips,
   * the pool to cover what epochs promised, and the promises to equal what was shared minus what was settled.
   * Each line of a history must link to the one before it, and the account to the newest. This is plain SQL
   * over all rows instead of the service's audit, which has its own tests.
   */
  async expectBalancedBooks(): Promise<void> {
    const { rows } = await this.schema.owner.query(`${LINKS}
      SELECT 'account ' || a.id AS wrong FROM account a
        LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM entry GROUP BY 1) e ON e.account_id = a.id
        WHERE a.balance <> coalesce(e.amount, 0)
      UNION ALL SELECT 'sum' FROM account HAVING sum(balance) <> 0
      UNION ALL SELECT 'post ' || p.post_id FROM post_total p
        LEFT JOIN (SELECT post_id, sum(amount) AS amount FROM tip GROUP BY 1) t ON t.post_id = p.post_id
        WHERE p.likes_sum <> coalesce(t.amount, 0)
      UNION ALL SELECT 'pool' FROM account pool, holders_state s
        WHERE pool.id = 3 AND (pool.balance < s.liability OR s.liability <
          (SELECT coalesce(sum(balance_now(balance, epoch) - balance), 0) FROM account WHERE kind = 'member'))
      UNION ALL SELECT 'liability' FROM holders_state s
        WHERE s.liability <> (SELECT sum(distributed) FROM holders_epoch)
          - (SELECT coalesce(sum(amount), 0) FROM movement WHERE kind = 'settlement')
      UNION ALL SELECT list || ' ' || seq FROM line WHERE prev IS DISTINCT FROM before
      UNION ALL SELECT 'newest of ' || coalesce(a.id, n.owner) FROM account a FULL JOIN newest n ON n.owner = a.id
        WHERE (a.last_sent_seq, a.last_received_seq, a.last_referral_seq, a.last_settlement_seq)
          IS DISTINCT FROM (n.sent, n.received, n.referral, n.settlement)`);
    expect(rows).toEqual([]);
  }
}

/** Prepares the built service as a process of its own, which can be killed. */
export const prepareLedger = (databaseUrl: string, natsUrl: string): Promise<NodeProcess> =>
  NodeProcess.prepare(join(import.meta.dirname, '..'), {
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
    CURSOR_SECRET: 'a secret for cursors of the tests alone',
    EPOCH: 'off',
  });

/** Waits until this many tips wait in a ledger for the batch before theirs to end. */
export async function waitingTips(ledger: NodeProcess, tips: number): Promise<void> {
  await eventually(async () => {
    expect(await ledger.metric('likewell_tips_waiting')).toBe(tips);
  });
}
