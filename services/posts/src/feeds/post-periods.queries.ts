import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/**
 * Values of `post_rank.period`, the shortest period first. A post moves on to the next number; after the last
 * one its period is null.
 */
export const PERIODS = [1, 2, 3, 4] as const;

/**
 * Moves up to `limit` posts that have left a period to the next one; those that left it first come first. A
 * post that another transaction has locked is skipped until the next run. Returns the number of moved posts.
 */
export async function movePosts(tx: Tx, period: (typeof PERIODS)[number], limit: number): Promise<number> {
  const moved = await queryColumn(
    tx,
    int8Id,
    `UPDATE post_rank SET period = CASE WHEN period < 4 THEN period + 1 END WHERE post_id = ANY(ARRAY(
       SELECT post_id FROM post_rank
       WHERE period = $1 AND published_at <= (SELECT left_by FROM best_periods(now()) AS p WHERE p.period = $1)
       ORDER BY published_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)) RETURNING post_id`,
    [period, limit],
  );
  return moved.length;
}

/**
 * Computes the period of the next `limit` posts, whatever their period was; only one transaction does so at a
 * time. Returns false when all posts were done, or another transaction is doing it.
 */
export async function fillPeriods(tx: Tx, limit: number): Promise<boolean> {
  const filledUpTo = await queryValue(
    tx,
    int8Id,
    'SELECT filled_up_to FROM period_fill WHERE completed_at IS NULL FOR UPDATE SKIP LOCKED',
  );
  if (filledUpTo === null) return false;
  const last = await queryValue(
    tx,
    int8Id.nullable(),
    `SELECT max(post_id) AS last FROM (
       SELECT post_id FROM post_rank WHERE post_id > $1 ORDER BY post_id LIMIT $2) AS batch`,
    [filledUpTo, limit],
  );
  if (last === null) {
    await tx.query('UPDATE period_fill SET completed_at = now()');
    return true;
  }
  const period = '(SELECT min(period) FROM length WHERE kept.published_at > left_by)';
  await tx.query(
    `WITH length AS MATERIALIZED (SELECT period, left_by FROM best_periods(now()))
     UPDATE post_rank AS kept SET period = ${period}
     WHERE post_id > $1 AND post_id <= $2 AND period IS DISTINCT FROM ${period}`,
    [filledUpTo, last],
  );
  await tx.query('UPDATE period_fill SET filled_up_to = $1', [last]);
  return true;
}

/** Returns true once every post has its period. */
export async function arePeriodsComplete(tx: Tx): Promise<boolean> {
  const isComplete = await queryValue(
    tx,
    z.boolean(),
    'SELECT completed_at IS NOT NULL AS is_complete FROM period_fill',
  );
  return isComplete ?? false;
}

/** Restarts the computation of all posts' periods. */
export async function restartFill(tx: Tx): Promise<void> {
  await tx.query('UPDATE period_fill SET filled_up_to = 0, completed_at = NULL');
}
