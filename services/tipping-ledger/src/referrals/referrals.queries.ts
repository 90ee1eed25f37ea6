import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Members who came by the same member's link from the same network. */
export interface NewcomerGroup {
  /** The keyed hash of the network, from auth. */
  readonly network: string;
  readonly referrerId: number;
  readonly newcomers: number;
}

/** What became of the bonuses of a group, in nano-LIKE. */
export interface GroupMoney {
  readonly bonusesNano: bigint;
  readonly tippedNano: bigint;
  /** Of that, what was tipped for the referrer's own posts. */
  readonly toReferrerNano: bigint;
  /** How many tips that is of; as many as were asked for where there may be more. */
  readonly tips: number;
}

const groupRow = z
  .object({ network: z.string(), referrer_id: int8Id, newcomers: z.int() })
  .transform((row): NewcomerGroup => ({
    network: row.network,
    referrerId: row.referrer_id,
    newcomers: row.newcomers,
  }));
const moneyRow = z
  .object({ bonuses: int8Nano, tipped: int8Nano, to_referrer: int8Nano, tips: z.int() })
  .transform((row): GroupMoney => ({
    bonusesNano: row.bonuses,
    tippedNano: row.tipped,
    toReferrerNano: row.to_referrer,
    tips: row.tips,
  }));

/** Groups of at least so many who joined in the last `days` days, the largest first. */
export function findNewcomerGroups(
  tx: Tx,
  { days, atLeast, limit }: { days: number; atLeast: number; limit: number },
): Promise<NewcomerGroup[]> {
  return queryRows(
    tx,
    groupRow,
    `SELECT network, referrer_id, count(*)::integer AS newcomers FROM newcomer
     WHERE joined_at >= now() - interval '1 day' * $1
     GROUP BY network, referrer_id HAVING count(*) >= $2
     ORDER BY newcomers DESC, network, referrer_id LIMIT $3`,
    [days, atLeast, limit],
  );
}

/**
 * The bonuses and the tips of a group, of `maxTips` tips at the most, the newest of each member first. Tips are found by
 * the links of each member's history, one look-up by key for each.
 */
export async function findGroupMoney(
  tx: Tx,
  { network, referrerId, newcomers }: NewcomerGroup,
  { days, maxTips }: { days: number; maxTips: number },
): Promise<GroupMoney> {
  const row = await queryRow(
    tx,
    moneyRow,
    `WITH RECURSIVE member AS MATERIALIZED (
       SELECT member_id FROM newcomer
       WHERE network = $1 AND referrer_id = $2 AND joined_at >= now() - interval '1 day' * $3
       ORDER BY joined_at LIMIT $4
     ), sent AS (
       SELECT newest.* FROM member JOIN account ON account.id = member_id CROSS JOIN LATERAL
         (SELECT prev_sent_seq, author_id, amount FROM tip WHERE seq = account.last_sent_seq) AS newest
       UNION ALL
       SELECT earlier.* FROM sent CROSS JOIN LATERAL
         (SELECT prev_sent_seq, author_id, amount FROM tip WHERE seq = sent.prev_sent_seq) AS earlier
     ), counted AS (SELECT author_id, amount FROM sent LIMIT $5)
     SELECT (SELECT coalesce(sum(amount), 0)::text FROM movement
             WHERE to_id IN (SELECT member_id FROM member) AND kind = 'bonus') AS bonuses,
       coalesce(sum(amount), 0)::text AS tipped,
       coalesce(sum(amount) FILTER (WHERE author_id = $2), 0)::text AS to_referrer,
       count(*)::integer AS tips
     FROM counted`,
    [network, referrerId, days, newcomers, maxTips],
  );
  if (!row) throw new Error('sums came back without a row');
  return row;
}
