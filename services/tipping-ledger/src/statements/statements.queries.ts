import {
  statementKind,
  type StatementKind,
  type StatementLine,
} from '@likewell/contracts/tipping-ledger/statement';
import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { JOURNAL_LIST_NAMES, JOURNAL_LISTS, walk, type JournalListName } from '../journal/journal-lists.js';
import type { StatementPlace } from './statement-cursors.js';

/** A line with the place in the statement after it. */
interface PlacedLine extends StatementLine {
  readonly next: StatementPlace;
}

/** A page's lines and one more, and what the statement ends with. */
export interface StatementRows {
  readonly lines: PlacedLine[];
  /** What epochs had added, and no line settled yet, when the first page was read, in nano-LIKE. */
  readonly accruedNano: bigint;
}

/** Where a page begins, with the newest line where that is null, and how many lines it has. */
interface PageOfLines {
  readonly from: StatementPlace | null;
  readonly pageSize: number;
}

const lineRow = z.object({
  seq: int8Id,
  line: z.int(),
  kind: statementKind,
  amount: int8Nano,
  created_at: z.date(),
  post_id: int8Id.nullable(),
  counterparty_id: int8Id.nullable(),
  signature: z.string().nullable(),
  list: z.enum(JOURNAL_LIST_NAMES).nullable(),
  prev: int8Id.nullable(),
});
type LineRow = z.output<typeof lineRow>;

/** Each has what has accrued, also that without a line. */
const accruedRow = z.object({ accrued: int8Nano, seq: z.null() });
const row = z.union([lineRow.extend({ accrued: int8Nano }), accruedRow]);

/** Kinds that are lists, with the number of their lines within a transfer, which may be two of one member. */
const LINKED: Partial<
  Record<StatementKind, { list: JournalListName; line: number; about: string; columns: string }>
> = {
  'tip-sent': {
    list: 'sent',
    line: 1,
    about: 'post_id, author_id',
    columns: 'seq, prev_sent_seq, payer_id, amount, created_at, post_id, author_id',
  },
  'tip-received': {
    list: 'received',
    line: 2,
    about: 'post_id, payer_id',
    columns: 'seq, prev_received_seq, author_id, author_part, created_at, post_id, payer_id',
  },
  referral: {
    list: 'referral',
    line: 3,
    about: 'post_id, payer_id',
    columns:
      'seq, prev_referral_seq, referrer_id, platform_part, referral_part, created_at, post_id, payer_id',
  },
  holders: {
    list: 'settlement',
    line: 1,
    about: 'NULL::bigint, NULL::bigint',
    columns: 'seq, prev_settlement_seq, to_id, amount, created_at',
  },
};

/** The other kinds, each by the index that finds its newest lines at once. */
const INDEXED: Partial<Record<StatementKind, string>> = {
  bonus: `idem_key = 'bonus:' || $1::bigint AND to_id = $1`,
  deposit: `to_id = $1 AND kind <> 'settlement' AND kind IN ('deposit', 'claim')`,
  forfeit: `idem_key = 'forfeit:' || $1::bigint AND from_id = $1`,
};

/** What a line did to the balance, where that is not what moved. */
const AMOUNT: Partial<Record<StatementKind, string>> = { forfeit: '-amount' };

/** Of the chain transaction behind a line, which its key ends with. */
const SIGNATURE: Partial<Record<StatementKind, string>> = {
  deposit: `substr(idem_key, 1 + length(kind || ':'))`,
};

/**
 * A member's lines of these kinds from a place on, newest first, and one more than a page holds. Each kind is read by
 * itself, so a page costs the same whatever else, and however much of it, a member's history holds. Lines and what has
 * accrued are of one snapshot, and later pages keep to the first one's: what happens meanwhile is on none of them.
 */
export async function findLines(
  tx: Tx,
  memberId: number,
  kinds: readonly StatementKind[],
  page: PageOfLines,
): Promise<StatementRows> {
  const { from, pageSize } = page;
  const wanted = [...new Set(kinds)];
  if (wanted.length === 0) return { lines: [], accruedNano: 0n };
  const values: (number | null)[] = [memberId];
  const parameter = (value: number | null) => `$${values.push(value)}::bigint`;
  const sources = wanted.map((kind) => sourceOf(kind, page, parameter));
  // One row at least, also without a line.
  const rows = await queryRows(
    tx,
    row,
    `SELECT lines.*, coalesce(
         (SELECT balance_now(balance, epoch) - balance FROM account WHERE id = $1 AND kind = 'member'), 0) AS accrued
     FROM (VALUES (true)) AS one LEFT JOIN (${sources.join(' UNION ALL ')})
       AS lines (seq, line, kind, amount, created_at, post_id, counterparty_id, signature, list, prev) ON true
     ORDER BY seq DESC, line DESC`,
    values,
  );
  const accruedNano = from?.accruedNano ?? rows[0]?.accrued ?? 0n;
  const found = rows.filter((each) => each.seq !== null);
  return { lines: placed(found, accruedNano).slice(0, pageSize + 1), accruedNano };
}

/** A page of a kind's lines and one more, from a place on or the newest of member `$1`. */
function sourceOf(
  kind: StatementKind,
  { from, pageSize }: PageOfLines,
  parameter: (value: number | null) => string,
): string {
  const linked = LINKED[kind];
  if (!linked)
    return `(SELECT seq, 1, '${kind}', ${AMOUNT[kind] ?? 'amount'}, created_at, NULL::bigint, NULL::bigint, ${SIGNATURE[kind] ?? 'NULL::text'}, NULL, NULL::bigint FROM movement
      WHERE ${INDEXED[kind] ?? 'false'} ${from ? `AND seq < ${parameter(from.before)}` : ''}
      ORDER BY seq DESC LIMIT ${pageSize + 1})`;
  const list = JOURNAL_LISTS[linked.list];
  const newest = from ? parameter(from[linked.list]) : `(SELECT ${list.last} FROM account WHERE id = $1)`;
  return `(SELECT seq, ${linked.line}, '${kind}', ${list.amount}, created_at, ${linked.about}, NULL::text, '${linked.list}', ${list.prev}
    FROM (${walk(list, linked.columns, newest, `place < ${pageSize + 1}`)}) AS list WHERE ${list.owner} = $1::bigint)`;
}

/** Gives each line the place after it: a list goes on before the last of its lines so far, or where it began. */
function placed(rows: readonly LineRow[], accruedNano: bigint): PlacedLine[] {
  const heads: Record<JournalListName, number | null> = {
    sent: null,
    received: null,
    referral: null,
    settlement: null,
  };
  for (const { list, seq } of rows) if (list) heads[list] ??= seq;
  return rows.map((each) => {
    if (each.list) heads[each.list] = each.prev;
    return { ...toLine(each), next: { before: each.seq, ...heads, accruedNano } };
  });
}

const toLine = (row: LineRow): StatementLine => ({
  id: row.seq,
  kind: row.kind,
  amountNano: row.amount,
  createdAt: row.created_at.toISOString(),
  postId: row.post_id,
  counterpartyId: row.counterparty_id,
  signature: row.signature,
});
