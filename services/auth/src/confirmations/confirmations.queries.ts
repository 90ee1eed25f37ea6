import { confirmationWay } from '@likewell/contracts/auth/confirmation-rpc';
import { secondFactorWay } from '@likewell/contracts/auth/second-factor-way';
import { isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { secondFactorWays } from '../second-factors/second-factor-ways.js';

/** Validity of a confirmation; a sign-in counts as one. */
const HOLDS_FOR = `interval '10 minutes'`;

const confirmationRow = z.object({
  isConfirmed: z.boolean(),
  /** False if it began by what confirms nobody, and nobody has confirmed in it since. */
  wasConfirmed: z.boolean(),
  identities: z.array(confirmationWay),
  factors: z.array(secondFactorWay),
});
export type Confirmation = z.output<typeof confirmationRow>;

/** Returns whether a session is confirmed, and what its member has to show; null if there is no such session. */
export function findConfirmation(tx: Tx, tokenHash: string) {
  return queryRow(
    tx,
    confirmationRow,
    `SELECT coalesce(s.confirmed_at > now() - ${HOLDS_FOR}, false) AS "isConfirmed",
       s.confirmed_at IS NOT NULL AS "wasConfirmed",
       ARRAY(SELECT DISTINCT provider FROM identity WHERE member_id = s.member_id ORDER BY provider) AS identities,
       ARRAY(${secondFactorWays('s.member_id')}) AS factors
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
