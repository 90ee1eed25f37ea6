import { postPublished } from '@likewell/contracts/posts/events';
import { createTip, getBalance, openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { eventually } from '@likewell/testing/eventually';
import type { TestBus } from '@likewell/testing/test-bus';
import type { TestSchema } from '@likewell/testing/test-schema';
import { randomUUID } from 'node:crypto';

export const LIKE = 1_000_000_000n;

/** The ledger as its tests drive it, wherever it runs. */
export class LedgerUnderTest {
  private nextId = 1000;

  constructor(
    readonly bus: TestBus,
    readonly schema: TestSchema,
  ) {}

  newId(): number {
    return this.nextId++;
  }

  async openMember(referrerId: number | null = null, memberId = this.newId()): Promise<number> {
    await this.bus.call(openAccount, { memberId, referrerId });
    return memberId;
  }

  async publishPost(authorId: number): Promise<number> {
    const postId = this.newId();
    await this.bus.tell(postPublished, { postId, authorId, version: 1 });
    await eventually(async () => {
      const { rowCount } = await this.schema.owner.query('SELECT FROM post_total WHERE post_id = $1', [
        postId,
      ]);
      if (rowCount === 0) throw new Error(`post ${postId} is not known yet`);
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

  /** Every account equals its entries, all sum to nothing, every total equals its tips, no half tip. */
  async expectBalancedBooks(): Promise<void> {
    const wrong = await this.schema.owner.query(`
      SELECT 'account ' || a.id AS wrong FROM account a
        LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM entry GROUP BY 1) e ON e.account_id = a.id
        WHERE a.balance <> coalesce(e.amount, 0)
      UNION ALL SELECT 'sum' FROM account HAVING sum(balance) <> 0
      UNION ALL SELECT 'post ' || p.post_id FROM post_total p
        LEFT JOIN (SELECT post_id, sum(amount) AS amount FROM tip GROUP BY 1) t ON t.post_id = p.post_id
        WHERE p.likes_sum <> coalesce(t.amount, 0)`);
    expect(wrong.rows).toEqual([]);
  }
}
