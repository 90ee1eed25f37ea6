import type { SecurityEventKind } from '@likewell/contracts/auth/security-events';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';

/** Tells whether a member was given a first or a new password since a point in time. */
export function wasPasswordSet(tx: Tx, memberId: number, since: Date): Promise<boolean> {
  return returnsRow(
    tx,
    `SELECT FROM security_event WHERE member_id = $1 AND at >= $2 AND (kind IN ('password-reset', 'password-changed')
       OR (kind = 'sign-in-method-added' AND method = 'password')) LIMIT 1`,
    [memberId, since],
  );
}

/** Returns the number of a member's latest event of a kind, or null; a later event has a higher one. */
export function findLatestEventId(tx: Tx, memberId: number, kind: SecurityEventKind): Promise<number | null> {
  const sql = 'SELECT id FROM security_event WHERE member_id = $1 AND kind = $2 ORDER BY id DESC LIMIT 1';
  return queryValue(tx, int8Id, sql, [memberId, kind]);
}
