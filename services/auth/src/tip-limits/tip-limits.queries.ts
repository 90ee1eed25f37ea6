import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const limitRow = z.object({ limitNano: int8Nano.nullable() });
export type TipLimitRow = z.output<typeof limitRow>;

/** Returns the amount above which an active member wants to confirm a tip; null if there is no such member. */
export function findTipLimit(tx: Tx, memberId: number): Promise<TipLimitRow | null> {
  return queryRow(
    tx,
    limitRow,
    `SELECT tip_limit_nano AS "limitNano" FROM member WHERE id = $1 AND status = 'active'`,
    [memberId],
  );
}

/** Sets that amount; null if there is no such member. */
export function updateTipLimit(
  tx: Tx,
  memberId: number,
  limitNano: bigint | null,
): Promise<TipLimitRow | null> {
  return queryRow(
    tx,
    limitRow,
    `UPDATE member SET tip_limit_nano = $2 WHERE id = $1 AND status = 'active'
     RETURNING tip_limit_nano AS "limitNano"`,
    [memberId, limitNano?.toString() ?? null],
  );
}
