import type { WeekTotals } from '@likewell/contracts/tipping-ledger/statement';
import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { JOURNAL_LISTS, walk, type JournalListName } from '../journal/journal-lists.js';

/** The most lines of each kind that are summed. */
export const MAX_LINES = 1000;

const totalsRow = z.object({
  since: z.date(),
  until: z.date(),
  earned: int8Nano,
  earnedLines: z.int(),
  given: int8Nano,
  givenLines: z.int(),
});

/**
 * Returns what a member received and sent by tips. Each list is read along its links, from the newest line
 * down to the first one that is older than seven days. All lists are read in one snapshot.
 */
export async function findWeekTotals(tx: Tx, memberId: number): Promise<WeekTotals> {
  const row = await queryRow(
    tx,
    totalsRow,
    `SELECT since, until, earned.amount AS earned, earned.lines AS "earnedLines",
       given.amount AS given, given.lines AS "givenLines"
     FROM (SELECT now() - interval '7 days' AS since, now() AS until) AS week,
       ${sumOf('received')} AS earned, ${sumOf('sent')} AS given`,
    [memberId],
  );
  if (!row) throw new Error('a sum came back without a row');
  return {
    from: row.since.toISOString(),
    until: row.until.toISOString(),
    earned: { amountNano: row.earned, isExact: row.earnedLines <= MAX_LINES },
    given: { amountNano: -row.given, isExact: row.givenLines <= MAX_LINES },
  };
}

/** Reads one line more than is summed, which shows whether there are more. */
function sumOf(name: JournalListName): string {
  const list = JOURNAL_LISTS[name];
  const newest = `(SELECT ${list.last} FROM account WHERE id = $1)`;
  const inTime = (line: string) => `${line}created_at > now() - interval '7 days'`;
  const lines = walk(
    list,
    `${list.columns}, created_at`,
    newest,
    `${inTime('before.')} AND line_number <= ${MAX_LINES}`,
  );
  return `(SELECT coalesce(sum(${list.amount}) FILTER (WHERE line_number <= ${MAX_LINES}), 0)::text AS amount, count(*)::integer AS lines
    FROM (${lines}) AS line WHERE ${list.owner} = $1::bigint AND ${inTime('')})`;
}
