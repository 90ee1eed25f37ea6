import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn, queryRow, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { HistoryRow } from '../solana/chain-transaction.js';
import { signatureColumn, signatureHex } from '../solana/signature.js';
import { IS_OUTDATED } from './deposit.js';

/**
 * Resets a verdict so that it is made again. `judged_under` becomes null, as versions of this service that do
 * not know the column leave it.
 */
const AS_SEEN = `state = 'seen', judged_under = NULL, settled_at = NULL, attempts = 0, unreadable_times = 0,
  due_at = now()`;

/** Result of storing a page of history. */
const storedPage = z.object({
  /** Number of new rows. */
  added: z.int(),
  /** Number of rows that became news: they were below the top page of a list before. */
  raised: z.int(),
  /** Number of rows that had brought nothing to the accounts that were ours then, and are judged again. */
  renewed: z.int(),
  /** The newest row of the page that has been judged already; null when there is none. */
  newestJudged: signatureColumn.nullable(),
});
export type StoredPage = Readonly<z.output<typeof storedPage>>;

/** Where a page of history comes from. */
export interface Listing {
  /** The host of its endpoint. */
  readonly endpoint: string;
  /** Whether it is the top of the endpoint's list; what another one listed below its own becomes news. */
  readonly isNews: boolean;
}

/**
 * Stores a page of the account's history, newest first. A verdict is kept unless it is outdated. What becomes
 * news counts as listed by the endpoint that made it news. A row that a worker has locked becomes news with a later
 * page, since that worker may be putting off several rows in another order. An uncommitted update of a row of
 * the page is waited for before that, when nothing but new rows is held.
 */
export async function storePage(
  tx: Tx,
  rows: readonly HistoryRow[],
  { isNews, endpoint }: Listing,
): Promise<StoredPage> {
  const stored = await queryRow(
    tx,
    storedPage,
    `WITH page AS (
       SELECT decode(hex, 'hex') AS signature, slot, position
       FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS listed (hex, slot, position)
     ), added AS (
       INSERT INTO deposit (signature, slot, state, is_news, listed_by)
       SELECT signature, max(slot), 'seen', $3, $4 FROM page GROUP BY signature ORDER BY signature
       ON CONFLICT DO NOTHING RETURNING signature
     ), raised AS (
       UPDATE deposit SET is_news = true, listed_by = $4 WHERE signature IN (SELECT signature FROM deposit
         WHERE $3 AND signature IN (SELECT signature FROM page) AND state = 'seen' AND NOT is_news
         FOR UPDATE SKIP LOCKED)
       RETURNING signature
     ), renewed AS (
       UPDATE deposit SET ${AS_SEEN} WHERE signature IN (SELECT signature FROM page) AND ${IS_OUTDATED}
       RETURNING signature
     )
     SELECT (SELECT count(*)::integer FROM added) AS added,
       (SELECT count(*)::integer FROM raised) AS raised,
       (SELECT count(*)::integer FROM renewed) AS renewed,
       (SELECT signature FROM page JOIN deposit USING (signature)
        WHERE state <> 'seen' AND NOT ${IS_OUTDATED} ORDER BY position LIMIT 1) AS "newestJudged"`,
    [rows.map(({ signature }) => signatureHex(signature)), rows.map(({ slot }) => slot), isNews, endpoint],
  );
  if (!stored) throw new Error('a page came back without a row');
  return stored;
}

/**
 * Returns true when `limit` signatures or more have not been judged that this endpoint listed first below its top
 * page, or, of news, on it or made news.
 */
export async function isBacklogFull(tx: Tx, { endpoint, isNews }: Listing, limit: number): Promise<boolean> {
  const isFull = await queryValue(
    tx,
    z.boolean(),
    `SELECT count(*) = $3 AS "isFull" FROM (SELECT FROM deposit
       WHERE listed_by = $1 AND is_news = $2 AND state = 'seen' LIMIT $3) AS waiting`,
    [endpoint, isNews, limit],
  );
  return isFull ?? false;
}

/**
 * Resets up to `limit` verdicts of `nothing` that do not say by which accounts they were judged, so that they
 * are made again. Returns their number.
 */
export async function renewUnknown(tx: Tx, limit: number): Promise<number> {
  const renewed = await queryColumn(
    tx,
    signatureColumn,
    `UPDATE deposit SET ${AS_SEEN} WHERE signature IN (SELECT signature FROM deposit
       WHERE state = 'nothing' AND judged_under IS NULL LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING signature`,
    [limit],
  );
  return renewed.length;
}
