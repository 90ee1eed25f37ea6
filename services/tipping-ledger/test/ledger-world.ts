import { postPublished } from '@likewell/contracts/posts/events';
import type { StatementKind, StatementLine } from '@likewell/contracts/tipping-ledger/statement';
import { createTip, getBalance, listStatement, openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { eventually } from '@likewell/testing/eventually';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import type { TestSchema } from '@likewell/testing/test-schema';
import { randomUUID } from 'node:crypto';
import { ledgerService } from '../src/app.module.js';
import { migrations } from '../src/migrations/migrations.js';

/** Nano-LIKE in one LIKE. */
export const LIKE = 1_000_000_000n;

/** A real ledger with members and posts in it, driven over the bus. */
export class LedgerWorld {
  private nextId = 1000;

  private constructor(readonly ledger: ServiceUnderTest) {}

  static async start(): Promise<LedgerWorld> {
    return new LedgerWorld(await startService(ledgerService, migrations));
  }

  stop(): Promise<void> {
    return this.ledger.stop();
  }

  /** An id that nothing in this world has yet. */
  freshId(): number {
    return this.nextId++;
  }

  async openMember(referrerId: number | null = null): Promise<number> {
    const memberId = this.freshId();
    await this.ledger.bus.call(openAccount, { memberId, referrerId });
    return memberId;
  }

  async publishPost(authorId: number): Promise<number> {
    const postId = this.freshId();
    await this.ledger.bus.tell(postPublished, { postId, authorId, version: 1 });
    await eventually(async () => {
      const { rowCount } = await this.ledger.schema.owner.query('SELECT FROM post_total WHERE post_id = $1', [
        postId,
      ]);
      if (rowCount !== 1) throw new Error(`post ${postId} is not known yet`);
    });
    return postId;
  }

  tip(payerId: number, postId: number, amountNano: bigint, idempotencyKey: string = randomUUID()) {
    return this.ledger.bus.call(createTip, { payerId, postId, amountNano, idempotencyKey });
  }

  async balance(memberId: number): Promise<bigint> {
    return (await this.ledger.bus.call(getBalance, { memberId })).balanceNano;
  }

  /** Closes an epoch by hand, as `make close-epoch` does. */
  async closeEpoch(): Promise<number | null> {
    const { rows } = await this.ledger.schema.owner.query<{ epoch: number | null }>(
      'SELECT close_epoch() AS epoch',
    );
    return rows[0]?.epoch ?? null;
  }

  /** Every page of a member's statement. */
  async statement(memberId: number, kinds: StatementKind[] | null = null): Promise<StatementLine[]> {
    const lines: StatementLine[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: StatementLine[]; nextCursor: string | null } = await this.ledger.bus.call(
        listStatement,
        { memberId, kinds, cursor },
      );
      lines.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return lines;
  }

  findings(): Promise<unknown[]> {
    return findFaults(this.ledger.schema.owner);
  }
}

/** What an auditor would find wrong; nothing, in a ledger that is right. */
export async function findFaults(owner: TestSchema['owner']): Promise<unknown[]> {
  const { rows } = await owner.query(`
    SELECT 'balance' AS what, a.id FROM account a
      LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM entry GROUP BY 1) e ON e.account_id = a.id
      WHERE a.balance <> coalesce(e.amount, 0)
    UNION ALL SELECT 'sum', 0 FROM account HAVING sum(balance) <> 0
    UNION ALL SELECT 'likes', p.post_id FROM post_total p
      LEFT JOIN (SELECT post_id, sum(amount) AS amount FROM tip GROUP BY 1) t ON t.post_id = p.post_id
      WHERE p.likes_sum <> coalesce(t.amount, 0)
    UNION ALL SELECT 'pool', pool.balance FROM account pool, holders_state s
      WHERE pool.id = 3 AND (pool.balance < s.liability OR s.liability <
        (SELECT coalesce(sum(balance_now(balance, epoch) - balance), 0) FROM account WHERE kind = 'member'))`);
  return rows;
}
