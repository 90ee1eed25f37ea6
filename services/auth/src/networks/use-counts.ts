import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';

/** Number of uses in a sliding window. */
export interface Limit {
  readonly points: number;
  readonly windowMs: number;
}

const countedRow = z.object({ isCounted: z.boolean(), leftMs: int8Id });

/**
 * Counts one use of a key if its sliding window has room for it, by the gateway's rule (`slide`): the
 * previous window counts in proportion to its part within the last `windowMs`. Concurrent uses of that key
 * wait until the transaction ends.
 * @returns 0 if it was counted; otherwise the milliseconds after which a retry makes sense
 */
export async function countUse(tx: Tx, key: string, { points, windowMs }: Limit): Promise<number> {
  const row = await queryRow(
    tx,
    countedRow,
    `WITH moment AS (
       SELECT ms / $3::bigint AS window_number, $3::bigint - ms % $3::bigint AS left_ms
       FROM (SELECT floor(date_part('epoch', clock_timestamp()) * 1000)::bigint AS ms) AS clock),
     counted AS (
       INSERT INTO use_count AS c (key, window_number, current, previous, expires_at)
       SELECT $1, window_number, 1, 0, to_timestamp((window_number + 2) * $3::bigint / 1000.0) FROM moment
       ON CONFLICT (key) DO UPDATE SET
         window_number = excluded.window_number,
         current = 1 + CASE WHEN c.window_number = excluded.window_number THEN c.current ELSE 0 END,
         previous = CASE c.window_number WHEN excluded.window_number THEN c.previous
                                         WHEN excluded.window_number - 1 THEN c.current ELSE 0 END,
         expires_at = excluded.expires_at
       WHERE 1 + CASE WHEN c.window_number = excluded.window_number THEN c.current ELSE 0 END
         + CASE c.window_number WHEN excluded.window_number THEN c.previous
                                WHEN excluded.window_number - 1 THEN c.current ELSE 0 END
           * (SELECT left_ms FROM moment) / $3::double precision <= $2::bigint
       RETURNING key)
     SELECT EXISTS (SELECT FROM counted) AS "isCounted", left_ms AS "leftMs" FROM moment`,
    [key, points, windowMs],
  );
  if (!row) throw new Error('the clock answered nothing');
  return row.isCounted ? 0 : row.leftMs;
}

/** Takes back one use of a key that was counted in its current window. */
export async function takeBackUse(tx: Tx, key: string): Promise<void> {
  await tx.query('UPDATE use_count SET current = greatest(0, current - 1) WHERE key = $1', [key]);
}

export const deleteExpiredCounts = oldRows('use_count', 'expires_at < now()');
