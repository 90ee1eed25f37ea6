import { ROWS_TO_READ } from '@likewell/contracts/core/page';
import type { BestRange, Post } from '@likewell/contracts/posts/post';
import type { Database } from '@likewell/service-kit/database/database';
import { POST_COLUMNS, postRow, PUBLIC_TEXT, toPost } from '../posts/post-view.js';
import { RANGE_BEGINS, type BestKey, type LimitedRange } from './feeds.queries.js';

/** A statement that a connection prepares once, under its name. */
interface PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: string[];
}

/** The periods whose posts may be in a range; each post is in one of them. */
const PERIODS_OF: Record<LimitedRange, readonly number[]> = {
  day: [1],
  week: [1, 2],
  month: [1, 2, 3],
  year: [1, 2, 3, 4],
};

/**
 * The public posts after a key in the order of Best, and one more than a page holds, read from ranks. Those of a limited range
 * must all be in their periods.
 */
export async function findRankedBest(
  database: Pick<Database, 'preparedRead'>,
  range: BestRange,
  after: BestKey | null,
): Promise<Post[]> {
  const { name, text, values } = rankedBest(range, after);
  const rows = await database.preparedRead(name, text, values);
  return rows.map((row) => toPost(postRow.parse(row)));
}

/**
 * What {@link findRankedBest} asks: the ranks of the periods are read side by side, from the top or the key. It is planned once.
 * So the number of rows stands in its text, for a plan that suits any number sorts them all; and the key comes by a SELECT, for
 * a plan that seems a little cheaper for one key than for any would be made again for each.
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

/** Nearly all posts of a period are in its range, which Postgres cannot know: by a plain condition it would look for them by age. */
function sourcesOf(range: BestRange): string[] {
  if (range === 'all') return ['post_rank WHERE visible'];
  const isInRange = `coalesce(published_at > ${RANGE_BEGINS[range]}, false)`;
  return PERIODS_OF[range].map((period) => `post_rank WHERE visible AND period = ${period} AND ${isInRange}`);
}
