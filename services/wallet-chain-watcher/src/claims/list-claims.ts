import { int8Nano, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const memberClaimRow = z.object({
  address: z.string(),
  at: isoTime,
  claimed: z.int(),
  claimedNano: int8Nano,
});

/** Returns the newest thousand of the member's claims, oldest first. */
export function listClaims(tx: Tx, memberId: number) {
  return queryRows(
    tx,
    memberClaimRow,
    `SELECT address, created_at AS at, deposits AS claimed, amount AS "claimedNano" FROM (
       SELECT * FROM claim WHERE member_id = $1 ORDER BY id DESC LIMIT 1000) AS newest
     ORDER BY id`,
    [memberId],
  );
}
