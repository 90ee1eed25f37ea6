import type { Tx } from '@likewell/service-kit/database/database';
import { returnsRow } from '../returns-row.js';
import { IS_RESERVED } from './former-usernames.queries.js';
import { skeletonOf } from './skeleton.js';

/**
 * Tells whether a name looks like one that somebody else than this member has or recently gave up; null is a
 * person without an account yet. It is one statement, so that a name that moves between the two is seen.
 */
export function isLookalike(tx: Tx, username: string, memberId: number | null): Promise<boolean> {
  return returnsRow(
    tx,
    `SELECT WHERE EXISTS (
         SELECT FROM member WHERE username_skeleton = $1 AND id IS DISTINCT FROM $3)
       OR EXISTS (
         SELECT FROM former_username
         WHERE skeleton = $1 AND username <> $2 AND ${IS_RESERVED} AND member_id IS DISTINCT FROM $3)`,
    [skeletonOf(username), username, memberId],
  );
}
