import { secondFactorWay, type SecondFactorWay } from '@likewell/contracts/auth/second-factor-way';
import { memberRole } from '@likewell/contracts/core/member-role';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { hasSecondFactor } from './has-second-factor.js';

/** By what a member can show their second factor; nothing where they have none. */
export async function findWays(tx: Tx, memberId: number): Promise<SecondFactorWay[]> {
  const rows = await queryRows(
    tx,
    z.object({ way: secondFactorWay }),
    `SELECT 'totp' AS way FROM totp WHERE member_id = $1 AND confirmed_at IS NOT NULL
     UNION ALL SELECT 'passkey' WHERE EXISTS (SELECT FROM passkey WHERE member_id = $1)
     UNION ALL SELECT 'recovery-code' WHERE EXISTS (SELECT FROM recovery_code WHERE member_id = $1) AND ${hasSecondFactor('$1')}`,
    [memberId],
  );
  return rows.map(({ way }) => way);
}

/** Whether a member has a second factor, and what they are. */
export async function findSecondFactorStatus(tx: Tx, memberId: number) {
  const sql = `SELECT role, ${hasSecondFactor('m.id')} AS "hasSecondFactor" FROM member m WHERE id = $1`;
  return queryRow(tx, z.object({ role: memberRole, hasSecondFactor: z.boolean() }), sql, [memberId]);
}
