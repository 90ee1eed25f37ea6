import {
  statementKind,
  type StatementKind,
  type StatementLine,
} from '@likewell/contracts/tipping-ledger/statement';
import { int8Id, int8Nano, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import {
  JOURNAL_LIST_NAMES,
  JOURNAL_LISTS,
  perList,
  walk,
  type JournalListName,
} from '../journal/journal-lists.js';
import type { StatementPosition } from './statement-cursors.js';

/** A line with the position in the statement after it. */
interface PositionedLine extends StatementLine {
  readonly next: StatementPosition;
}

/** A page's lines and one more, and the amount with which the statement ends. */
export interface StatementRows {
  readonly lines: PositionedLine[];
  /** Amount in nano-LIKE that epochs had added, and no line had settled yet, when the first page was read. */
  readonly accruedNano: bigint;
}

/** The position at which a page begins, null for the newest line, and its number of lines. */
interface PageOfLines {
  readonly from: StatementPosition | null;
  readonly pageSize: number;
}

const lineRow = z.object({
  id: int8Id,
  kind: statementKind,
  amountNano: int8Nano,
  createdAt: isoTime,
  postId: int8Id.nullable(),
  counterpartyId: int8Id.nullable(),
  signature: z.string().nullable(),
  list: z.enum(JOURNAL_LIST_NAMES).nullable(),
  prev: int8Id.nullable(),
  accrued: int8Nano,
});
/** A row without a line has the accrued amount too. */
const accruedRow = z.object({ accrued: int8Nano, id: z.null() });
const row = z.union([lineRow, accruedRow]);

/**
 * Kinds that are lists, with the number of their line within a transfer, since a transfer may have two of one
 * member, and the columns of the post and the other member.
 */
const LINKED: Partial<
  Record<
    StatementKind,
    { list: JournalListName; line: number; about: [post: string, counterparty: string] | null }
  >
> = {
  'tip-sent': { list: 'sent', line: 1, about: ['post_id', 'author_id'] },
  'tip-received': { list: 'received', line: 2, about: ['post_id', 'payer_id'] },
  referral: { list: 'referral', line: 3, about: ['post_id', 'payer_id'] },
  holders: { list: 'settlement', line: 1, about: null },
};

/** SQL conditions for the other kinds; an index finds the newest lines of each. */
const INDEXED: Partial<Record<StatementKind, string>> = {
  bonus: `idem_key = 'bonus:' || $1::bigint AND to_id = $1`,
  deposit: `to_id = $1 AND kind IN ('deposit', 'claim')`,
  forfeit: `idem_key = 'forfeit:' || $1::bigint AND from_id = $1`,
};

/** SQL for what a line added to the balance, where it differs from the amount moved. */
const AMOUNT: Partial<Record<StatementKind, string>> = { forfeit: '-amount' };

/** SQL for the signature of the chain transaction behind a line, with which the line's key ends. */
const SIGNATURE: Partial<Record<StatementKind, string>> = {
  deposit: `substr(idem_key, 1 + length(kind || ':'))`,
};

/**
 * Returns a member's lines of these kinds after a position, newest first, and one more than a page holds.
 * Each kind is read by itself, so a page costs the same whatever else a member's history contains. The lines
 * and the accrued amount are from one snapshot, and later pages keep the first page's accrued amount: later
 * changes are on none of them.
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
  // There is at least one row, even without lines.
  const rows = await queryRows(
    tx,
    row,
    `SELECT lines.*, coalesce(
         (SELECT balance_now(balance, epoch) - balance FROM account WHERE id = $1 AND kind = 'member'), 0) AS accrued
     FROM (VALUES (true)) AS one LEFT JOIN (${sources.join(' UNION ALL ')})
       AS lines (id, line, kind, "amountNano", "createdAt", "postId", "counterpartyId", signature, list, prev) ON true
     ORDER BY lines.id DESC, line DESC`,
    values,
  );
  const accruedNano = from?.accruedNano ?? rows[0]?.accrued ?? 0n;
  const found = rows.filter((each) => each.id !== null);
  return { lines: withPositions(found, accruedNano).slice(0, pageSize + 1), accruedNano };
}

/** Returns SQL for a page of a kind's lines and one more, from a position or from the newest line of member `$1`. */
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
  const columns = [list.columns, 'created_at', ...(linked.about ?? [])].join(', ');
  const about = linked.about ?? ['NULL::bigint', 'NULL::bigint'];
  return `(SELECT seq, ${linked.line}, '${kind}', ${list.amount}, created_at, ${about.join(', ')}, NULL::text, '${linked.list}', ${list.prev}
    FROM (${walk(list, columns, newest, `line_number < ${pageSize + 1}`)}) AS list WHERE ${list.owner} = $1::bigint)`;
}

/** Gives each line the position after it: a list continues before the last of its lines so far, or where it began. */
function withPositions(rows: readonly z.output<typeof lineRow>[], accruedNano: bigint): PositionedLine[] {
  const heads = perList<number | null>(null);
  for (const { list, id } of rows) if (list) heads[list] ??= id;
  return rows.map(({ list, prev, accrued: _, ...line }) => {
    if (list) heads[list] = prev;
    return { ...line, next: { before: line.id, ...heads, accruedNano } };
  });
}
