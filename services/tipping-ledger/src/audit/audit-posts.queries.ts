import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { JOURNAL_LISTS, walk } from '../journal/journal-lists.js';

const TIP_COLUMNS = 'seq, prev_received_seq, post_id, amount';

/** A post and, in the same snapshot, its author's newest tip. */
export const postRow = z.object({
  postId: z.string(),
  authorId: z.string(),
  likesSum: int8Nano,
  newest: z.string().nullable(),
});
type PostRow = z.output<typeof postRow>;

/** Posts with the tips of their authors, which are replayed backwards from the newest tip at that moment. */
export interface PostsReplay {
  /**
   * For each post, in nano-LIKE: its total, the sum of the tips read so far, and the part of that sum up to
   * the mark.
   */
  readonly posts: Record<
    string,
    { readonly authorId: string; readonly total: bigint; tips: bigint; atMark: bigint }
  >;
  /** The next tip to read of each author. */
  next: Record<string, string>;
}

/** Begins a replay of the authors' tips with numbers above `floor`. */
export function beginPosts(rows: readonly PostRow[], floor: bigint): PostsReplay {
  return {
    posts: Object.fromEntries(
      rows.map(({ postId, authorId, likesSum }) => [
        postId,
        { authorId, total: likesSum, tips: 0n, atMark: 0n },
      ]),
    ),
    next: Object.fromEntries(
      rows.flatMap(({ authorId, newest }) =>
        newest !== null && BigInt(newest) > floor ? [[authorId, newest]] : [],
      ),
    ),
  };
}

/** Replays more tips of each author, about `size` in total. */
export async function goOnWithPosts(
  tx: Tx,
  replay: PostsReplay,
  size: number,
  { floor, mark }: { readonly floor: bigint; readonly mark: string },
): Promise<void> {
  const authors = Object.keys(replay.next);
  const limit = Math.ceil(size / authors.length);
  const rows = await readTips(tx, replay.next, { limit, floor: floor.toString(), mark });
  replay.next = {};
  for (const { authorId, postId, amount, atMark, first, next } of rows) {
    const post = replay.posts[postId];
    if (post?.authorId === authorId) {
      post.tips += amount;
      post.atMark += atMark;
    }
    if (first && next !== null && BigInt(next) > floor) replay.next[authorId] = next;
  }
}

const tipsRow = z.object({
  authorId: z.string(),
  postId: z.string(),
  amount: int8Nano,
  atMark: int8Nano,
  /** True when this post has the oldest of the tips that were read. */
  first: z.boolean(),
  /** The number of the tip before the last one read; null at the end of the list. */
  next: z.string().nullable(),
});

function readTips(
  tx: Tx,
  next: Readonly<Record<string, string>>,
  { limit, floor, mark }: { readonly limit: number; readonly floor: string; readonly mark: string },
): Promise<z.output<typeof tipsRow>[]> {
  return queryRows(
    tx,
    tipsRow,
    `SELECT author.id AS "authorId", tips.*
     FROM unnest($1::bigint[], $2::bigint[]) AS author (id, next)
     CROSS JOIN LATERAL (
       SELECT post_id AS "postId", sum(amount) AS amount, coalesce(sum(amount) FILTER (WHERE seq <= $5::bigint), 0) AS "atMark",
         min(seq) = min(min(seq)) OVER () AS first,
         (array_agg(CASE WHEN prev_received_seq < seq THEN prev_received_seq END ORDER BY seq))[1] AS next
       FROM (${walk(
         JOURNAL_LISTS.received,
         TIP_COLUMNS,
         'author.next',
         'line.prev_received_seq > $4::bigint AND line_number < $3::bigint',
       )}) AS list
       GROUP BY post_id
     ) AS tips`,
    [Object.keys(next), Object.values(next), limit, floor, mark],
  );
}
