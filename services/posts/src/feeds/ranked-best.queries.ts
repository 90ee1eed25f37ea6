import { ROWS_TO_READ } from '@likewell/contracts/core/page';
import type { BestRange, Post } from '@likewell/contracts/posts/post';
import type { Database } from '@likewell/service-kit/database/database';
import { POST_COLUMNS, postRow, PUBLIC_TEXT } from '../posts/post-view.js';
import { RANGE_BEGINS, type BestKey, type LimitedRange } from './feeds.queries.js';

/** A statement that each connection prepares once, under its name. */
interface PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: string[];
}

/** The periods whose posts may be in a range; each post has one period at most. */
const PERIODS_OF: Record<LimitedRange, readonly number[]> = {
  day: [1],
  week: [1, 2],
  month: [1, 2, 3],
  year: [1, 2, 3, 4],
};

/**
 * Returns the public posts after a key in the order of Best, and one more than a page holds, read from ranks.
 * For a limited range every post must have its period.
 */
export async function findRankedBest(
  database: Pick<Database, 'preparedRead'>,
  range: BestRange,
  after: BestKey | null,
): Promise<Post[]> {
  const { name, text, values } = rankedBest(range, after);
  const rows = await database.preparedRead(name, text, values);
  return rows.map((row) => postRow.parse(row));
}

/**
 * Returns the statement of {@link findRankedBest}: it reads the ranks of the periods side by side, from the
 * top or from the key. Postgres plans it once. For this the number of rows is a constant in the text, since a
 * plan for any number sorts all of them. The key is passed through a SELECT, since otherwise Postgres makes a
 * new plan for each key when that plan seems a little cheaper than the generic one.
 */
export function rankedBest(range: BestRange, after: BestKey | null): PreparedQuery {
  const page = `${after ? 'AND (likes_sum, post_id) < ((SELECT $1::numeric), (SELECT $2::bigint))' : ''}
    ORDER BY likes_sum DESC, post_id DESC LIMIT ${ROWS_TO_READ}`;
  const ranks = sourcesOf(range).map((source) => `(SELECT post_id, likes_sum FROM ${source} ${page})`);
  return {
    name: `best-${range}-${after ? 'after' : 'first'}`,
    text: `SELECT ${POST_COLUMNS} FROM (
       SELECT post_id, likes_sum FROM (${ranks.join(' UNION ALL ')}) AS ranked
       ORDER BY likes_sum DESC, post_id DESC LIMIT ${ROWS_TO_READ}
     ) k JOIN post p ON p.id = k.post_id ${PUBLIC_TEXT}
     ORDER BY k.likes_sum DESC, k.post_id DESC`,
    values: after ? [after.likesSumNano.toString(), String(after.postId)] : [],
  };
}

/**
 * Returns the rows to read for a range. Two conditions are written so that Postgres cannot look into them.
 * Nearly all posts of a period are in its range: with a plain condition on time it would search for them by
 * age. And with a plain `visible` it might read the rank of all posts (`post_best`) and pass over the older.
 */
function sourcesOf(range: BestRange): string[] {
  if (range === 'all') return ['post_rank WHERE visible'];
  const isInRange = `coalesce(published_at > ${RANGE_BEGINS[range]}, false)`;
  return PERIODS_OF[range].map(
    (period) => `post_rank WHERE visible::int = 1 AND period = ${period} AND ${isInRange}`,
  );
}
