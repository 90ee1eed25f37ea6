import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { BYTES, COLUMNS, depositRow, type Deposit } from './deposit.js';
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

const unreadableRow = depositRow.pick({ signature: true }).extend({ unreadableTimes: z.int() });

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
  const corrected = await queryColumn(
    tx,
    signatureColumn,
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
  return queryColumn(
    tx,
    signatureColumn,
    `DELETE FROM deposit WHERE signature = ANY (${BYTES}) AND state = 'seen' AND attempts >= ${MAX_ATTEMPTS}
     RETURNING signature`,
    [signatures.map(signatureHex)],
  );
}
