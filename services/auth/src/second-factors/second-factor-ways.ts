import { secondFactorWay, type SecondFactorWay } from '@likewell/contracts/auth/second-factor-way';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn } from '@likewell/service-kit/database/query-rows';
import { hasSecondFactor } from './has-second-factor.js';

/** SQL query for the ways in which a member can show a second factor. @param id SQL expression of the member's id */
export const secondFactorWays = (id: string) =>
  `SELECT 'totp' AS way FROM totp WHERE member_id = ${id} AND confirmed_at IS NOT NULL
   UNION ALL SELECT 'passkey' WHERE EXISTS (SELECT FROM passkey WHERE member_id = ${id})
   UNION ALL SELECT 'recovery-code' WHERE EXISTS (SELECT FROM recovery_code WHERE member_id = ${id}) AND ${hasSecondFactor(id)}`;

/** Returns the ways in which a member can show a second factor; empty if they have none. */
export function findWays(tx: Tx, memberId: number): Promise<SecondFactorWay[]> {
  return queryColumn(tx, secondFactorWay, secondFactorWays('$1'), [memberId]);
}
