import type { Tx } from '@likewell/service-kit/database/database';
import type { HistoryRow } from '../domain/chain-transaction.js';
import { BYTES, COLUMNS, LEASE, signatureHex, toDeposit, type Deposit, type DepositRow } from './deposits.js';

const MAX_DELAY_SECONDS = 600;
/** With the pauses between them about an hour. */
const MAX_ATTEMPTS = 15;

/** What storing a page of history told. */
export interface StoredPage {
  /** How many of its rows were new. */
  readonly added: number;
  /** The newest of its rows that has been judged already, in hex; null when there is none. */
  readonly newestJudged: string | null;
}

/** Stores a page of the account's history, newest first; what is known already stays as it is. */
export async function storePage(tx: Tx, rows: readonly HistoryRow[]): Promise<StoredPage> {
  const [stored] = await tx.query<StoredPage[]>(
    `WITH page AS (
       SELECT decode(hex, 'hex') AS signature, slot, place
       FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS listed (hex, slot, place)
     ), added AS (
       INSERT INTO deposit (signature, slot, state)
       SELECT signature, max(slot), 'seen' FROM page GROUP BY signature ORDER BY signature
       ON CONFLICT DO NOTHING RETURNING signature
     )
     SELECT (SELECT count(*)::integer FROM added) AS added,
       (SELECT encode(signature, 'hex') FROM page JOIN deposit USING (signature)
        WHERE state <> 'seen' ORDER BY place LIMIT 1) AS "newestJudged"`,
    [rows.map(({ signature }) => signatureHex(signature)), rows.map(({ slot }) => slot)],
  );
  if (!stored) throw new Error('a page came back without a row');
  return stored;
}

/** Takes up to `limit` deposits that are due, so that for some seconds nobody else does; the oldest first. */
export async function takeDue(tx: Tx, limit: number): Promise<Deposit[]> {
  const [rows] = await tx.query<[DepositRow[], number]>(
    `UPDATE deposit SET due_at = now() + interval '${LEASE}'
     WHERE signature IN (SELECT signature FROM deposit
       WHERE state IN ('seen', 'judged', 'claiming') AND due_at <= now()
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [limit],
  );
  return rows.map(toDeposit);
}

/** Puts off what could not be finished: `again` soon, `later` after a pause that doubles each time. */
export async function putOff(tx: Tx, signatures: readonly string[], when: 'again' | 'later'): Promise<void> {
  await tx.query(
    `UPDATE deposit SET
       attempts = attempts + CASE WHEN $2 THEN 1 ELSE 0 END,
       due_at = now() + interval '1 second' * CASE WHEN $2 THEN least(2 ^ least(attempts, 20), ${MAX_DELAY_SECONDS}) ELSE 1 END
     WHERE signature = ANY (${BYTES}) AND state IN ('seen', 'judged', 'claiming')`,
    [signatures.map(signatureHex), when === 'later'],
  );
}

/** Forgets those that no endpoint knows in spite of many looks; should they be real, a sweep finds them again. */
export async function forgetUnknown(tx: Tx, signatures: readonly string[]): Promise<void> {
  await tx.query(
    `DELETE FROM deposit WHERE signature = ANY (${BYTES}) AND state = 'seen' AND attempts >= ${MAX_ATTEMPTS}`,
    [signatures.map(signatureHex)],
  );
}
