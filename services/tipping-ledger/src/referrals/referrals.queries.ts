import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const groupRow = z.object({
  /** The keyed hash of the site or, where none is known, of the network, from auth. */
  network: z.string(),
  referrerId: int8Id,
  newcomers: z.int(),
});
/** Members who came by the same member's link from the same network. */
export type NewcomerGroup = Readonly<z.output<typeof groupRow>>;

const moneyRow = z.object({
  bonusesNano: int8Nano,
  tippedNano: int8Nano,
  /** The part of the tips that went to the referrer's own posts. */
  toReferrerNano: int8Nano,
  /** Number of tips counted; equal to the requested maximum when there may be more. */
  tips: z.int(),
});
/** The bonuses of a group and where they went, in nano-LIKE. */
export type GroupMoney = Readonly<z.output<typeof moneyRow>>;

/** Returns groups of at least this many members who registered in the last `days` days, the largest first. */
export function findNewcomerGroups(
  tx: Tx,
  { days, atLeast, limit }: { days: number; atLeast: number; limit: number },
): Promise<NewcomerGroup[]> {
  return queryRows(
    tx,
    groupRow,
    `SELECT network, referrer_id AS "referrerId", count(*)::integer AS newcomers FROM newcomer
     WHERE joined_at >= now() - interval '1 day' * $1
     GROUP BY network, referrer_id HAVING count(*) >= $2
     ORDER BY newcomers DESC, network, referrer_id LIMIT $3`,
    [days, atLeast, limit],
  );
}

/**
 * Returns the bonuses and the tips of a group, at most `maxTips` tips, the newest of each member first. Tips
 * are found by the links of each member's history, with one look-up by key for each.
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
             WHERE to_id IN (SELECT member_id FROM member) AND kind = 'bonus') AS "bonusesNano",
       coalesce(sum(amount), 0)::text AS "tippedNano",
       coalesce(sum(amount) FILTER (WHERE author_id = $2), 0)::text AS "toReferrerNano",
       count(*)::integer AS tips
     FROM counted`,
    [network, referrerId, days, newcomers, maxTips],
  );
  if (!row) throw new Error('sums came back without a row');
  return row;
}
