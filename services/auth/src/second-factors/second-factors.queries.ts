import { secondFactorWay, type SecondFactorWay } from '@likewell/contracts/auth/second-factor-way';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn } from '@likewell/service-kit/database/query-rows';
import { hasSecondFactor } from './has-second-factor.js';

/** Returns the ways in which a member can show a second factor; empty if they have none. */
export function findWays(tx: Tx, memberId: number): Promise<SecondFactorWay[]> {
  return queryColumn(
    tx,
    secondFactorWay,
    `SELECT 'totp' AS way FROM totp WHERE member_id = $1 AND confirmed_at IS NOT NULL
     UNION ALL SELECT 'passkey' WHERE EXISTS (SELECT FROM passkey WHERE member_id = $1)
     UNION ALL SELECT 'recovery-code' WHERE EXISTS (SELECT FROM recovery_code WHERE member_id = $1) AND ${hasSecondFactor('$1')}`,
    [memberId],
  );
}
