import type { Tx } from '@likewell/service-kit/database/database';
import { returnsRow } from '../returns-row.js';
import { TALLY } from '../networks/tally.js';
import { NEW_COLUMNS, NEW_FIELDS, NEW_VALUES, type NewSecurityEventRow } from './security-events.queries.js';

const HOUR_MS = 3_600_000;

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
