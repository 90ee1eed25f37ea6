import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { Findings } from './audit.js';
import { perList, type JournalListName } from '../journal/journal-lists.js';

/** Sums over the transfers between two numbers. */
export interface JournalSums {
  /** Sums of the system's accounts, by id, in nano-LIKE; stored under this name. */
  readonly house: Record<string, bigint>;
  settled: bigint;
  /** Number of lines in each list, for all members together. */
  readonly lines: Record<JournalListName, number>;
}

export const noSums = (): JournalSums => ({ house: {}, settled: 0n, lines: perList(0) });

/**
 * Adds the transfers after one number up to another to the sums, and records what is wrong with a transfer by
 * itself.
 */
export async function addJournal(
  tx: Tx,
  range: { readonly after: bigint; readonly upTo: bigint },
  sums: JournalSums,
  findings: Findings,
): Promise<void> {
  const chunk = await readJournal(tx, range.after, range.upTo);
  sums.settled += chunk.settled;
  sums.lines.sent += chunk.tips;
  sums.lines.received += chunk.tips;
  sums.lines.referral += chunk.referred;
  sums.lines.settlement += chunk.settlements;
  for (const [id, amount] of Object.entries(chunk.house ?? {}))
    sums.house[id] = (sums.house[id] ?? 0n) + amount;
  for (const seq of chunk.uneven ?? [])
    findings.add('transfer-sum', `transfer ${seq}`, 'its entries do not sum to zero');
  for (const seq of chunk.wronglySplit ?? [])
    findings.add('split', `transfer ${seq}`, 'its parts are not 70, 20 and 10 percent of it');
  const until = `up to transfer ${range.upTo}`;
  for (const id of chunk.unknownAccounts ?? [])
    findings.add('unknown-account', `account ${id}`, `has entries ${until} and does not exist`);
  for (const id of chunk.unknownPosts ?? [])
    findings.add('likes-sum', `post ${id}`, `its author has no such post, and tips for it ${until}`);
}

const ids = z.array(z.string()).nullable();
const journalRow = z.object({
  house: z.record(z.string(), int8Nano).nullable(),
  settled: int8Nano,
  tips: z.int(),
  referred: z.int(),
  settlements: z.int(),
  uneven: ids,
  wronglySplit: ids,
  unknownAccounts: ids,
  unknownPosts: ids,
});

/** Sums the transfers after one number up to another. */
async function readJournal(tx: Tx, after: bigint, upTo: bigint): Promise<z.output<typeof journalRow>> {
  const row = await queryRow(
    tx,
    journalRow,
    `WITH moved AS MATERIALIZED (
       SELECT account_id, sum(amount) AS amount FROM entry WHERE seq > $1 AND seq <= $2 GROUP BY account_id
     ),
     tipped AS MATERIALIZED (SELECT DISTINCT post_id, author_id FROM tip WHERE seq > $1 AND seq <= $2)
     SELECT
       (SELECT json_object_agg(account_id, amount::text) FROM moved WHERE account_id < 1000) AS house,
       settlement.*, tips.*,
       (SELECT array_agg(account_id) FROM moved
         WHERE NOT EXISTS (SELECT FROM account WHERE id = account_id)) AS "unknownAccounts",
       (SELECT array_agg(post_id) FROM tipped WHERE NOT EXISTS (
         SELECT FROM post_total p WHERE p.post_id = tipped.post_id AND p.author_id = tipped.author_id)) AS "unknownPosts"
     FROM (
       SELECT coalesce(sum(amount), 0) AS settled, count(*)::integer AS settlements
       FROM movement WHERE kind = 'settlement' AND seq > $1 AND seq <= $2
     ) AS settlement
     CROSS JOIN (
       SELECT count(*)::integer AS tips, count(referrer_id)::integer AS referred, array_agg(seq) FILTER (
         WHERE author_part::numeric + holders_part + platform_part + referral_part <> amount) AS uneven,
         array_agg(seq) FILTER (WHERE holders_part <> amount / 5
           OR platform_part <> CASE WHEN referrer_id IS NULL THEN amount / 10 ELSE 0 END
           OR referral_part <> CASE WHEN referrer_id IS NULL THEN 0 ELSE amount / 10 END) AS "wronglySplit"
       FROM tip WHERE seq > $1 AND seq <= $2
     ) AS tips`,
    [after.toString(), upTo.toString()],
  );
  if (!row) throw new Error('a sum without a row');
  return row;
}
