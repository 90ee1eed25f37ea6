import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { HistoryRow } from '../solana/chain-transaction.js';
import { BYTES, COLUMNS, depositRow, IS_OUTDATED, type Deposit } from './deposit.js';
import { LEASE } from './deposits.queries.js';
import { signatureColumn, signatureHex } from '../solana/signature.js';

/** Longest retry delay for a signature that no endpoint knows. */
const MAX_UNKNOWN_DELAY_SECONDS = 600;
/**
 * Longest retry delay for a signature that one endpoint knows already: it is credited soon
 * after the others know it.
 */
const MAX_UNSETTLED_DELAY_SECONDS = 60;
/**
 * Limit of `attempts` for a signature that one endpoint knows. Its delay is the longest by then, and it still
 * takes many more attempts to forget it.
 */
const MAX_UNSETTLED_ATTEMPTS = 6;
/**
 * Longest retry delay for a deposit that only the ledger has to be told of. Together with the pause of the
 * polling worker the ledger is told within 30 s of an outage's end.
 */
const MAX_LEDGER_DELAY_SECONDS = 15;
/** Longest retry delay for a signature that cannot be read, and of all delays. */
const MAX_UNREADABLE_DELAY_SECONDS = 3600;
/** No deposit is put off for as long as this, whichever replica's transaction began first. */
const BEYOND_ALL_DELAYS_SECONDS = MAX_UNREADABLE_DELAY_SECONDS + 60;
/** Attempts before an unknown signature is forgotten: about an hour with the delays between them. */
const MAX_ATTEMPTS = 15;
/**
 * Looks at news, a minute in all, before they wait with everything else: endpoints list a transaction some
 * seconds apart, and it has to be settled at all of them.
 */
const LOOKS_AT_NEWS = 6;
const IS_NOT_PAUSED = 'NOT EXISTS (SELECT FROM deposit_switch WHERE is_paused)';
/** Keeps two to the power of it within the range of a number. */
const MAX_DOUBLINGS = 20;

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

const onlySignature = depositRow.pick({ signature: true });
const signatureRow = onlySignature.transform(({ signature }) => signature);
const backlogRow = z.object({ isFull: z.boolean() });
const unreadableRow = onlySignature.extend({ unreadableTimes: z.int() });

/** Where a page of history comes from. */
export interface Listing {
  /** The host of its endpoint. */
  readonly endpoint: string;
  /** Whether it is the top of the endpoint's list; what another one listed below its own becomes news. */
  readonly isNews: boolean;
}

/**
 * Stores a page of the account's history, newest first. A verdict is kept unless it is outdated. What becomes
 * news counts as listed by the endpoint that made it news. What somebody works on becomes news with a later
 * page: whoever does may put it off together with others, in another order. An uncommitted update of a row of
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
       SELECT decode(hex, 'hex') AS signature, slot, place
       FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS listed (hex, slot, place)
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
        WHERE state <> 'seen' AND NOT ${IS_OUTDATED} ORDER BY place LIMIT 1) AS "newestJudged"`,
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
  const row = await queryRow(
    tx,
    backlogRow,
    `SELECT count(*) = $3 AS "isFull" FROM (SELECT FROM deposit
       WHERE listed_by = $1 AND is_news = $2 AND state = 'seen' LIMIT $3) AS waiting`,
    [endpoint, isNews, limit],
  );
  return row?.isFull ?? false;
}

/**
 * Resets up to `limit` verdicts of `nothing` that do not say by which accounts they were judged, so that they
 * are made again. Returns their number.
 */
export async function renewUnknown(tx: Tx, limit: number): Promise<number> {
  const renewed = await queryRows(
    tx,
    signatureRow,
    `UPDATE deposit SET ${AS_SEEN} WHERE signature IN (SELECT signature FROM deposit
       WHERE state = 'nothing' AND judged_under IS NULL LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING signature`,
    [limit],
  );
  return renewed.length;
}

/**
 * Leases up to `limit` due deposits, so that nobody else takes them for some seconds: at most half of them are
 * the newest of the news that have hardly been looked at, a quarter what the ledger is to be told of, the others
 * those that are due for the longest time. So what has just arrived waits for no backlog, such as the history of
 * an account that was added or what an endpoint has made up, and no backlog waits for ever. While deposits are
 * paused, the judged ones stay due.
 */
export function takeDue(tx: Tx, limit: number): Promise<Deposit[]> {
  return queryRows(
    tx,
    depositRow,
    `WITH news AS (SELECT signature FROM deposit
       WHERE state = 'seen' AND is_news AND attempts < ${LOOKS_AT_NEWS} AND unreadable_times = 0 AND due_at <= now()
       ORDER BY created_at DESC LIMIT $1::integer / 2 FOR UPDATE SKIP LOCKED),
     owed AS (SELECT signature FROM deposit
       WHERE state IN ('judged', 'claiming') AND due_at <= now() AND ${IS_NOT_PAUSED}
       ORDER BY due_at LIMIT $1::integer / 4 FOR UPDATE SKIP LOCKED),
     urgent AS (SELECT signature FROM news UNION ALL SELECT signature FROM owed),
     oldest AS (SELECT signature FROM deposit
       WHERE state IN ('seen', 'judged', 'claiming') AND due_at <= now() AND (state = 'seen' OR ${IS_NOT_PAUSED})
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     UPDATE deposit SET due_at = now() + interval '${LEASE}'
     WHERE signature IN (SELECT signature FROM urgent
       UNION ALL (SELECT signature FROM oldest WHERE signature NOT IN (SELECT signature FROM urgent)
         LIMIT $1 - (SELECT count(*) FROM urgent)))
     RETURNING ${COLUMNS}`,
    [limit],
  );
}

/**
 * Makes up to `limit` deposits due whose time lies further ahead than any delay: it was set while the clock of
 * Postgres was wrong. Returns their number.
 */
export async function correctDue(tx: Tx, limit: number): Promise<number> {
  const corrected = await queryRows(
    tx,
    signatureRow,
    `UPDATE deposit SET due_at = now() WHERE signature IN (SELECT signature FROM deposit
       WHERE state IN ('seen', 'judged', 'claiming')
         AND due_at > now() + interval '${BEYOND_ALL_DELAYS_SECONDS} seconds'
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING signature`,
    [limit],
  );
  return corrected.length;
}

/**
 * Postpones what could not be finished: `again` for a second, `later` for a delay that doubles each time. The
 * limit of that delay is higher for what is `unknown` to every endpoint than for what one of them knows.
 */
export async function putOff(
  tx: Tx,
  signatures: readonly string[],
  when: 'again' | 'later' | 'unknown',
): Promise<void> {
  await tx.query(
    `UPDATE deposit SET
       attempts = CASE WHEN $2 = 'again' THEN attempts
         WHEN $2 = 'later' AND state = 'seen' THEN least(attempts + 1, ${MAX_UNSETTLED_ATTEMPTS})
         ELSE attempts + 1 END,
       due_at = now() + interval '1 second' * CASE WHEN $2 = 'again' THEN 1
         ELSE least(2 ^ least(attempts, ${MAX_DOUBLINGS}), CASE WHEN state <> 'seen' THEN ${MAX_LEDGER_DELAY_SECONDS}
           WHEN $2 = 'unknown' THEN ${MAX_UNKNOWN_DELAY_SECONDS} ELSE ${MAX_UNSETTLED_DELAY_SECONDS} END) END
     WHERE signature = ANY (${BYTES}) AND state IN ('seen', 'judged', 'claiming')`,
    [signatures.map(signatureHex), when],
  );
}

/**
 * Sets aside signatures that cannot be read: each time for twice as long, up to an hour. Returns those for
 * which it is the first time.
 */
export async function setUnreadableAside(tx: Tx, signatures: readonly string[]): Promise<string[]> {
  const rows = await queryRows(
    tx,
    unreadableRow,
    `UPDATE deposit SET unreadable_times = unreadable_times + 1,
       due_at = now() + interval '1 second' * least(2 ^ least(unreadable_times + 1, ${MAX_DOUBLINGS}), ${MAX_UNREADABLE_DELAY_SECONDS})
     WHERE signature = ANY (${BYTES}) AND state = 'seen'
     RETURNING signature, unreadable_times AS "unreadableTimes"`,
    [signatures.map(signatureHex)],
  );
  return rows.filter((row) => row.unreadableTimes === 1).map(({ signature }) => signature);
}

/**
 * Deletes signatures that no endpoint knows after many attempts, and returns them. If one was
 * real, a sweep finds it again.
 */
export function forgetUnknown(tx: Tx, signatures: readonly string[]): Promise<string[]> {
  return queryRows(
    tx,
    signatureRow,
    `DELETE FROM deposit WHERE signature = ANY (${BYTES}) AND state = 'seen' AND attempts >= ${MAX_ATTEMPTS}
     RETURNING signature`,
    [signatures.map(signatureHex)],
  );
}
