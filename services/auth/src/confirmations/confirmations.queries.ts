import { getConfirmation } from '@likewell/contracts/auth/confirmation-rpc';
import { isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryValue } from '@likewell/service-kit/database/query-rows';

/** Validity of a confirmation; a sign-in counts as one. */
const HOLDS_FOR = `interval '10 minutes'`;

/**
 * Returns whether the member of a session is confirmed, and in which ways they can confirm; null if there
 * is no such session.
 */
export function findConfirmation(tx: Tx, tokenHash: string) {
  return queryRow(
    tx,
    getConfirmation.output,
    `SELECT coalesce(s.confirmed_at > now() - ${HOLDS_FOR}, false) AS "isConfirmed",
       ARRAY(SELECT provider FROM identity WHERE member_id = s.member_id
             UNION SELECT 'passkey' FROM passkey WHERE member_id = s.member_id ORDER BY provider) AS ways
     FROM session s WHERE s.token_hash = decode($1, 'hex')`,
    [tokenHash],
  );
}

/** Confirms a session of a member from now on. Returns until when, or null if they have no such session. */
export function confirmSession(tx: Tx, memberId: number, tokenHash: string): Promise<string | null> {
  return queryValue(
    tx,
    isoTime,
    `UPDATE session SET confirmed_at = now() WHERE token_hash = decode($1, 'hex') AND member_id = $2
     RETURNING confirmed_at + ${HOLDS_FOR} AS until`,
    [tokenHash, memberId],
  );
}
