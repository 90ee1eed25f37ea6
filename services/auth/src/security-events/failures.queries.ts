import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { TALLY } from '../networks/tally.js';
import { NEW_COLUMNS, NEW_FIELDS, NEW_VALUES, type NewSecurityEventRow } from './security-events.queries.js';

const HOUR_MS = 3_600_000;

/**
 * Counts a failure of an account and a network, and adds the event of it with that count where it is the first, second,
 * fourth, eighth and so on within the hour. One statement either way, so that how long it takes tells nobody whether
 * there is such an account. That of a member who is gone is nobody's. @returns whether it was added
 */
export async function insertFailure(tx: Tx, event: NewSecurityEventRow): Promise<boolean> {
  const { kind, memberId, network } = event;
  const key = `${kind}:${memberId ?? 'nobody'}:${network ?? 'nowhere'}`;
  const added = await queryRow(
    tx,
    z.object({}),
    `WITH tally AS (${TALLY}), added AS (
       INSERT INTO security_event (${NEW_COLUMNS})
       SELECT ${NEW_VALUES}
       FROM tally, jsonb_to_record($3::jsonb || jsonb_build_object('count', current,
         'memberId', (SELECT id FROM member WHERE id = $4::bigint))) AS event (${NEW_FIELDS})
       WHERE current & (current - 1) = 0 RETURNING id)
     SELECT FROM added`,
    [key, HOUR_MS, JSON.stringify(event), memberId],
  );
  return added !== null;
}
