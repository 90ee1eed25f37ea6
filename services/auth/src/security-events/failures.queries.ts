import type { Tx } from '@likewell/service-kit/database/database';
import { returnsRow } from '@likewell/service-kit/database/query-rows';
import { NEW_COLUMNS, NEW_FIELDS, NEW_VALUES, type NewSecurityEventRow } from './security-events.queries.js';

const HOUR_MS = 3_600_000;

/** Part of the statement that counts the failure of key `$1` in a fixed window of `$2` ms. */
const TALLY = `INSERT INTO use_count AS c (key, window_number, current, previous, expires_at)
  SELECT $1, number, 1, 0, to_timestamp((number + 1) * $2::bigint / 1000.0)
  FROM (SELECT floor(date_part('epoch', clock_timestamp()) * 1000)::bigint / $2::bigint AS number) AS clock
  ON CONFLICT (key) DO UPDATE SET
    window_number = excluded.window_number,
    current = 1 + CASE WHEN c.window_number = excluded.window_number THEN c.current ELSE 0 END,
    expires_at = excluded.expires_at
  RETURNING current`;

/**
 * Counts a failure of an account and a network. The first, second, fourth, eighth and so on within the hour
 * is also added as an event with that count. It is one statement in both cases, so that its duration does not
 * tell whether the account exists. A failure of a deleted member is recorded for nobody.
 * @returns true if the event was added
 */
export function insertFailure(tx: Tx, event: NewSecurityEventRow): Promise<boolean> {
  const { kind, memberId, network } = event;
  const key = `${kind}:${memberId ?? 'nobody'}:${network ?? 'nowhere'}`;
  return returnsRow(
    tx,
    `WITH tally AS (${TALLY}), added AS (
       INSERT INTO security_event (${NEW_COLUMNS})
       SELECT ${NEW_VALUES}
       FROM tally, jsonb_to_record($3::jsonb || jsonb_build_object('count', current,
         'memberId', (SELECT id FROM member WHERE id = $4::bigint))) AS event (${NEW_FIELDS})
       WHERE current & (current - 1) = 0 RETURNING id)
     SELECT FROM added`,
    [key, HOUR_MS, JSON.stringify(event), memberId],
  );
}
