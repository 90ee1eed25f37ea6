import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { LegName } from './audit-replay.js';
import { JOURNAL_LIST_NAMES, JOURNAL_LISTS } from '../journal/journal-lists.js';

/** Number and sum of the lines that the journal has for one leg of a member. */
export interface LegExpected {
  lines: number;
  amount: bigint;
}

/** The journal's new lines of members, by leg, and new tips of posts; can be stored as JSON. */
export interface Touched {
  readonly members: Record<string, Partial<Record<LegName, LegExpected>>>;
  readonly posts: Record<string, bigint>;
}

/**
 * Adds the journal's lines of members and posts between two numbers, as far as they are after the checkpoint
 * of each.
 */
export async function addTouched(tx: Tx, after: bigint, upTo: bigint, touched: Touched): Promise<void> {
  for (const { leg, id, lines, amount } of await readLines(tx, after, upTo)) {
    const legs = (touched.members[id] ??= {});
    const expected = (legs[leg] ??= { lines: 0, amount: 0n });
    expected.lines += lines;
    expected.amount += amount;
  }
  for (const { id, amount } of await readTipsOfPosts(tx, after, upTo))
    touched.posts[id] = (touched.posts[id] ?? 0n) + amount;
}

const lineRow = z.object({
  leg: z.enum([...JOURNAL_LIST_NAMES, 'from', 'to']),
  id: z.string(),
  lines: z.int(),
  amount: int8Nano,
});
const postRow = z.object({ id: z.string(), amount: int8Nano });

const SETTLEMENTS = `kind = 'settlement'`;

const LINES = [
  ...JOURNAL_LIST_NAMES.map((name) => {
    const { table, owner, amount } = JOURNAL_LISTS[name];
    return linesOf(name, table, owner, amount, table === 'movement' ? SETTLEMENTS : 'true');
  }),
  linesOf('from', 'movement', 'from_id', '-amount', `NOT ${SETTLEMENTS}`),
  linesOf('to', 'movement', 'to_id', 'amount', `NOT ${SETTLEMENTS}`),
].join(' UNION ALL ');

function linesOf(leg: LegName, table: string, owner: string, amount: string, which: string): string {
  return `SELECT '${leg}' AS leg, ${owner} AS id, count(*)::integer AS lines, sum(${amount}) AS amount
    FROM ${table} WHERE seq > $1::bigint AND seq <= $2::bigint AND ${owner} >= 1000 AND ${which}
      AND seq > coalesce((SELECT seen.seq FROM audited_account seen WHERE account_id = ${owner}), 0)
    GROUP BY ${owner}`;
}

const readLines = (tx: Tx, after: bigint, upTo: bigint) =>
  queryRows(tx, lineRow, LINES, [after.toString(), upTo.toString()]);

const readTipsOfPosts = (tx: Tx, after: bigint, upTo: bigint) =>
  queryRows(
    tx,
    postRow,
    `SELECT post_id AS id, sum(amount) AS amount FROM tip WHERE seq > $1::bigint AND seq <= $2::bigint
       AND seq > coalesce((SELECT seen.seq FROM audited_post seen WHERE seen.post_id = tip.post_id), 0)
     GROUP BY post_id`,
    [after.toString(), upTo.toString()],
  );
