import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { HistoryRow } from '../solana/chain-transaction.js';
import { BYTES, COLUMNS, depositRow, IS_OUTDATED, type Deposit } from './deposit.js';
import { LEASE } from './deposits.queries.js';
import { signatureHex, signatureText } from './signature.js';

/** Of what no endpoint knows. */
const MAX_UNKNOWN_DELAY_SECONDS = 600;
/** Of what one endpoint knows already, so that it is credited soon after the others do. */
const MAX_UNSETTLED_DELAY_SECONDS = 60;
/** Of what one endpoint knows: its pause is the longest by then, and many more are needed to forget it. */
const MAX_UNSETTLED_ATTEMPTS = 6;
/** Of what only the ledger has to be told: with the pause of whoever takes it up within 30 s of an outage's end. */
const MAX_LEDGER_DELAY_SECONDS = 15;
/** Of what cannot be read. */
const MAX_UNREADABLE_DELAY_SECONDS = 3600;
/** With the pauses between them about an hour. */
const MAX_ATTEMPTS = 15;
/** So that two to the power of it is a number. */
const MAX_DOUBLINGS = 20;

/** Of a verdict that is to be made again. A version of this service that knows of none leaves it unknown. */
const AS_SEEN = `state = 'seen', judged_under = NULL, settled_at = NULL, attempts = 0, unreadable_times = 0,
  due_at = now()`;

/** What storing a page of history told. */
const storedPage = z.object({
  /** How many of its rows were new. */
  added: z.int(),
  /** How many had brought nothing to the accounts that were ours then, and are judged again. */
  renewed: z.int(),
  /** The newest of its rows that has been judged already, in hex; null when there is none. */
  newestJudged: z.string().nullable(),
});
export type StoredPage = Readonly<z.output<typeof storedPage>>;

const signatureRow = z
  .object({ signature: z.instanceof(Buffer) })
  .transform(({ signature }) => signatureText(signature));
const unreadableRow = z.object({ signature: z.instanceof(Buffer), unreadable_times: z.int() });

/** Stores a page of the account's history, newest first; a verdict stays as it is unless it is outdated. */
export async function storePage(tx: Tx, rows: readonly HistoryRow[]): Promise<StoredPage> {
  const stored = await queryRow(
    tx,
    storedPage,
    `WITH page AS (
       SELECT decode(hex, 'hex') AS signature, slot, place
       FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS listed (hex, slot, place)
     ), added AS (
       INSERT INTO deposit (signature, slot, state)
       SELECT signature, max(slot), 'seen' FROM page GROUP BY signature ORDER BY signature
       ON CONFLICT DO NOTHING RETURNING signature
     ), renewed AS (
       UPDATE deposit SET ${AS_SEEN} WHERE signature IN (SELECT signature FROM page) AND ${IS_OUTDATED}
       RETURNING signature
     )
     SELECT (SELECT count(*)::integer FROM added) AS added,
       (SELECT count(*)::integer FROM renewed) AS renewed,
       (SELECT encode(signature, 'hex') FROM page JOIN deposit USING (signature)
        WHERE state <> 'seen' AND NOT ${IS_OUTDATED} ORDER BY place LIMIT 1) AS "newestJudged"`,
    [rows.map(({ signature }) => signatureHex(signature)), rows.map(({ slot }) => slot)],
  );
  if (!stored) throw new Error('a page came back without a row');
  return stored;
}

/** Has up to `limit` verdicts of nothing made again of which nobody knows what they were judged by. Answers how many. */
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
 * Takes up to `limit` deposits that are due, so that for some seconds nobody else does; the oldest first. While deposits are
 * paused those that are judged stay due.
 */
export function takeDue(tx: Tx, limit: number): Promise<Deposit[]> {
  return queryRows(
    tx,
    depositRow,
    `UPDATE deposit SET due_at = now() + interval '${LEASE}'
     WHERE signature IN (SELECT signature FROM deposit
       WHERE state IN ('seen', 'judged', 'claiming') AND due_at <= now()
         AND (state = 'seen' OR NOT EXISTS (SELECT FROM deposit_switch WHERE is_paused))
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [limit],
  );
}

/**
 * Puts off what could not be finished: `again` soon, `later` after a pause that doubles each time, and what is `unknown` to every
 * endpoint for longer than what one of them knows.
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

/** Sets aside what cannot be read: each time for twice as long, up to an hour. Answers those that were so for the first time. */
export async function setUnreadableAside(tx: Tx, signatures: readonly string[]): Promise<string[]> {
  const rows = await queryRows(
    tx,
    unreadableRow,
    `UPDATE deposit SET unreadable_times = unreadable_times + 1,
       due_at = now() + interval '1 second' * least(2 ^ least(unreadable_times + 1, ${MAX_DOUBLINGS}), ${MAX_UNREADABLE_DELAY_SECONDS})
     WHERE signature = ANY (${BYTES}) AND state = 'seen' RETURNING signature, unreadable_times`,
    [signatures.map(signatureHex)],
  );
  return rows.filter((row) => row.unreadable_times === 1).map(({ signature }) => signatureText(signature));
}

/** Forgets those that no endpoint knows in spite of many looks, and answers them; a sweep finds again what was real. */
export function forgetUnknown(tx: Tx, signatures: readonly string[]): Promise<string[]> {
  return queryRows(
    tx,
    signatureRow,
    `DELETE FROM deposit WHERE signature = ANY (${BYTES}) AND state = 'seen' AND attempts >= ${MAX_ATTEMPTS}
     RETURNING signature`,
    [signatures.map(signatureHex)],
  );
}
