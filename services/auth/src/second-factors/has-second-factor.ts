import type { Tx } from '@likewell/service-kit/database/database';
import { returnsRow } from '@likewell/service-kit/database/query-rows';

/** SQL condition that a member has a second factor. @param id SQL expression of the member's id */
export const hasSecondFactor = (id: string) =>
  `(EXISTS (SELECT FROM totp WHERE member_id = ${id} AND confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkey WHERE member_id = ${id}))`;

/** Tells whether a member has a second factor. */
export function hasSecondFactorNow(tx: Tx, memberId: number): Promise<boolean> {
  return returnsRow(tx, `SELECT WHERE ${hasSecondFactor('$1')}`, [memberId]);
}
