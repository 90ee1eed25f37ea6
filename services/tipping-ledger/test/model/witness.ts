import type { TestSchema } from '@likewell/testing/test-schema';
import { textOfMovement, textOfTip, type ModelMovement, type ModelTip } from './ledger-records.js';

/** One transaction of the ledger, reconstructed from what it wrote. */
export interface LedgerTransaction {
  readonly tips: readonly WrittenTip[];
  readonly movements: readonly WrittenMovement[];
  readonly opened: { readonly memberId: number; readonly referrerId: number | null } | null;
  /** The epoch that it closed. */
  readonly closed: number | null;
  /** The member whose account it closed. */
  readonly left: number | null;
  /** Its rows of the journal as text, for comparison. */
  readonly rows: readonly string[];
}

export interface WrittenTip extends ModelTip {
  readonly tipId: number;
}

export interface WrittenMovement {
  readonly key: string | null;
  readonly kind: ModelMovement['kind'];
  readonly to: number;
  readonly amountNano: bigint;
}

interface WrittenRow {
  readonly xid: string;
  readonly seq: string;
  readonly tip: {
    key: string;
    payer: number;
    author: number;
    referrer: number | null;
    post: number;
    amount: string;
    parts: string[];
  } | null;
  readonly movement: {
    key: string | null;
    kind: ModelMovement['kind'];
    from: number;
    to: number;
    amount: string;
  } | null;
  readonly opened: { memberId: number; referrerId: number | null } | null;
  readonly closed: number | null;
  readonly left: number | null;
}

/**
 * Finds the order of the ledger's transactions. The journal is numbered in the order of commits. An account
 * that opens without a bonus and an epoch that closes have no number, so triggers record the number that they
 * follow.
 */
export class Witness {
  private constructor(private readonly owner: TestSchema['owner']) {}

  static async of({ owner }: TestSchema): Promise<Witness> {
    await owner.query(`
      CREATE TABLE witness (id bigserial PRIMARY KEY, xid text NOT NULL DEFAULT pg_current_xact_id()::xid::text,
        after_seq bigint NOT NULL, opened jsonb, closed integer, left_id integer);
      CREATE FUNCTION notice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        INSERT INTO witness (after_seq, opened, closed, left_id)
        SELECT last_value,
          CASE WHEN TG_TABLE_NAME = 'account' AND to_jsonb(NEW) ->> 'closed_at' IS NULL
            THEN jsonb_build_object('memberId', to_jsonb(NEW) -> 'id', 'referrerId', to_jsonb(NEW) -> 'referrer_id') END,
          CASE TG_TABLE_NAME WHEN 'holders_epoch' THEN (to_jsonb(NEW) ->> 'epoch')::integer END,
          CASE WHEN to_jsonb(NEW) ->> 'closed_at' IS NOT NULL AND TG_TABLE_NAME = 'account'
            THEN (to_jsonb(NEW) ->> 'id')::integer END
        FROM journal_seq;
        RETURN NEW;
      END $$;
      CREATE TRIGGER notice AFTER INSERT OR UPDATE OF closed_at ON account FOR EACH ROW EXECUTE FUNCTION notice();
      CREATE TRIGGER notice AFTER INSERT ON holders_epoch FOR EACH ROW EXECUTE FUNCTION notice()`);
    return new Witness(owner);
  }

  /** Returns where the journal and the records end. */
  async mark(): Promise<{ seq: string; id: string }> {
    const { rows } = await this.owner.query<{ seq: string; id: string }>(
      'SELECT last_value AS seq, (SELECT coalesce(max(id), 0) FROM witness) AS id FROM journal_seq',
    );
    const [mark] = rows;
    if (!mark) throw new Error('the journal has no sequence');
    return mark;
  }

  /** Returns what was committed since the mark, in order. */
  async transactionsSince({ seq, id }: { seq: string; id: string }): Promise<LedgerTransaction[]> {
    const { rows } = await this.owner.query<WrittenRow>(
      `SELECT * FROM (
         SELECT xmin::text AS xid, seq, 0::bigint AS id, jsonb_build_object('key', idem_key, 'payer', payer_id, 'author', author_id,
           'referrer', referrer_id, 'post', post_id, 'amount', amount::text, 'parts',
           ARRAY[author_part::text, holders_part::text, platform_part::text, referral_part::text]) AS tip,
           NULL::jsonb AS movement, NULL::jsonb AS opened, NULL::integer AS closed, NULL::integer AS "left"
         FROM tip WHERE seq > $1
         UNION ALL SELECT xmin::text, seq, 0, NULL, jsonb_build_object('key', idem_key, 'kind', kind, 'from', from_id,
           'to', to_id, 'amount', amount::text), NULL, NULL, NULL
         FROM movement WHERE seq > $1
         UNION ALL SELECT xid, after_seq, id, NULL, NULL, opened, closed, left_id FROM witness WHERE id > $2
       ) AS written ORDER BY seq, id`,
      [seq, id],
    );
    const transactions: { xid: string; rows: WrittenRow[] }[] = [];
    for (const row of rows) {
      const last = transactions.at(-1);
      if (last?.xid === row.xid) last.rows.push(row);
      else transactions.push({ xid: row.xid, rows: [row] });
    }
    // Transactions do not interleave: none draws a number, closes or opens in the middle of another one.
    expect(new Set(transactions.map(({ xid }) => xid)).size).toBe(transactions.length);
    return transactions.map((transaction) => toTransaction(transaction.rows));
  }
}

function toTransaction(rows: readonly WrittenRow[]): LedgerTransaction {
  return {
    tips: rows.flatMap(({ seq, tip }) =>
      tip
        ? [
            {
              tipId: Number(seq),
              key: tip.key,
              payerId: tip.payer,
              postId: tip.post,
              amountNano: BigInt(tip.amount),
            },
          ]
        : [],
    ),
    movements: rows.flatMap(({ movement }) =>
      movement ? [{ ...movement, amountNano: BigInt(movement.amount) }] : [],
    ),
    opened: rows.find(({ opened }) => opened !== null)?.opened ?? null,
    closed: rows.find(({ closed }) => closed !== null)?.closed ?? null,
    left: rows.find(({ left }) => left !== null)?.left ?? null,
    rows: rows.flatMap(textOf),
  };
}

function textOf({ tip, movement }: WrittenRow): string[] {
  if (movement) return [textOfMovement({ ...movement, amountNano: BigInt(movement.amount) })];
  if (!tip) return [];
  const [author = 0n, holders = 0n, platform = 0n, referral = 0n] = tip.parts.map(BigInt);
  const { key, payer: payerId, author: authorId, referrer: referrerId, post: postId } = tip;
  const parts = { author, holders, platform, referral };
  return [textOfTip({ key, payerId, authorId, referrerId, postId, amountNano: BigInt(tip.amount), parts })];
}
